// The page of an appraisal: how far a judge can be trusted, by what people say.

function drawAppraisal() {
  const [told] = documents("appraisal");
  document.getElementById("head").append(
    make("p", { class: "brand" }, "judge-eval calibrate"),
    make("h1", {}, "How far this judge can be trusted"),
    make("ul", { class: "sentences" }, told.sentences.map((sentence) => make("li", {}, sentence))),
    facts(told.facts));
  const worth = told.predictiveness;
  const parts = [
    make("div", { class: "pair" }, confusion(told.confusion), worth && worth.bins.length > 0 && reliability(worth)),
    figures("figures", "Figures", told.figures),
    told.people.length > 0 && figures("people", "People among themselves", told.people, told.alternatives),
    told.noise.length > 0 && figures("noise", "The judge's own noise", told.noise, [`${figure(told.mean_asked, 2)} samples an item.`]),
    told.criteria.length > 0 && criteria(told.criteria),
    told.disagreements.length > 0 && disagreements(told.disagreements),
  ];
  document.getElementById("main").append(...parts.filter(Boolean));
}

/** What the judge decided against what people say. */
function confusion(counts) {
  const decisions = [["pass", "pass"], ["undecided", "undecided"], ["fail", "fail"]];
  const rows = decisions.filter(([name]) => name !== "undecided" || counts.undecided_good || counts.undecided_bad)
    .map(([name, said]) => [word(name, `judge: ${said}`), count(counts[`${name}_good`]), count(counts[`${name}_bad`])]);
  const all = (side) => decisions.reduce((sum, [name]) => sum + counts[`${name}_${side}`], 0);
  rows.push(["all", count(all("good")), count(all("bad"))]);
  const drawn = table("What the judge decided against what people say", ["", ">people: good", ">people: bad"], rows);
  drawn.classList.add("confusion");
  return section("confusion", "Judge against people", drawn);
}

function count(n) {
  return Number.isInteger(n) ? n.toLocaleString("en") : n.toFixed(1);
}

/** Observed shares of good items against predicted ones: on the diagonal the probabilities are what they say. */
function reliability(worth) {
  const [left, top, side] = [44, 10, 320];
  const x = (share) => left + share * side;
  const y = (share) => top + (1 - share) * side;
  const svg = (name, attributes, ...children) => {
    const element = document.createElementNS("http://www.w3.org/2000/svg", name);
    for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
    element.append(...children);
    return element;
  };
  const ticks = [0, 0.25, 0.5, 0.75, 1].flatMap((share) => [
    svg("text", { x: x(share), y: top + side + 18, "text-anchor": "middle" }, String(share)),
    svg("text", { x: left - 8, y: y(share) + 4, "text-anchor": "end" }, String(share)),
  ]);
  const most = Math.max(...worth.bins.map((bin) => bin.n));
  const bins = worth.bins.flatMap((bin) => [
    svg("line", { class: "whisker", x1: x(bin.predicted), x2: x(bin.predicted), y1: y(bin.low), y2: y(bin.high) }),
    svg("circle", { class: "bin", cx: x(bin.predicted), cy: y(bin.observed), r: 3 + 4 * Math.sqrt(bin.n / most) }),
  ]);
  const plot = svg("svg", { class: "plot", viewBox: `0 0 ${left + side + 12} ${top + side + 44}`, "aria-hidden": "true" },
    svg("rect", { class: "frame", x: left, y: top, width: side, height: side }),
    svg("line", { class: "diagonal", x1: x(0), y1: y(0), x2: x(1), y2: y(1) }),
    ...ticks, ...bins,
    svg("text", { x: left + side / 2, y: top + side + 38, "text-anchor": "middle" }, "predicted share of good items"),
    svg("text", { x: 12, y: top + side / 2, "text-anchor": "middle", transform: `rotate(-90 12 ${top + side / 2})` }, "share that people pass"));
  const rows = worth.bins.map((bin) => [figure(bin.predicted, 2), figure(bin.observed, 2), interval(bin.low, bin.high, 2), count(bin.n)]);
  return section("reliability", "Are its probabilities what they say?",
    worth.informative ? null : make("p", { class: "alarm" }, "This judge carries no information: the surer it is of a pass, the less people agree."),
    plot,
    make("p", { class: "aside" }, losses(worth)),
    make("details", {}, make("summary", {}, "The same as a table"), table("Reliability", [">predicted", ">people pass", ">95 % interval", ">n"], rows)));
}

function losses(worth) {
  const within = (found) => (found.low === null ? "" : ` (${interval(found.low, found.high)})`);
  const said = [
    `On held-out items: log-loss ${figure(worth.log_loss)}${within(worth.log_loss_error)} against ${figure(worth.base_log_loss)} of the base rate;`,
    `Brier ${figure(worth.brier)}${within(worth.brier_error)} against ${figure(worth.base_brier)}.`,
  ];
  if (worth.gain.value !== null) said.push(`The judge takes ${figure(worth.gain.value)}${within(worth.gain)} off the base rate's log-loss.`);
  if (worth.stacked.length) said.push(`That is with ${worth.stacked.join(", ")} beside the judge, whose log-loss alone is ${figure(worth.alone_log_loss)}.`);
  return said.join(" ");
}

function figures(id, heading, rows, remarks = []) {
  return section(id, heading, figureTable(heading, rows.map((row) => [row.name, row])), remarks.map((remark) => make("p", { class: "aside" }, remark)));
}

/** A line a figure, with its interval as a bar; those that can be negative are drawn from -1. */
function figureTable(caption, named) {
  const lines = named.map(([name, found]) => {
    const signed = [found.value, found.low].some((x) => x < 0);
    return [
      name,
      found.value === null ? "" : make("div", { class: "drawn" }, bar(found, signed ? [-1, 1] : [0, 1])),
      make("strong", {}, figure(found.value) || "–"),
      interval(found.low, found.high),
      found.n === null ? "" : count(found.n),
      make("span", { class: "aside" }, [signed && "drawn from −1 to 1", found.why].filter(Boolean).join("; ")),
    ];
  });
  const drawn = table(caption, ["figure", "", ">value", ">95 % interval", ">n", ""], lines);
  drawn.classList.add("figures");
  return drawn;
}

function criteria(rows) {
  return section("criteria", "Criterion by criterion", rows.map((one) => make("div", {},
    make("h3", {}, one.text, make("span", { class: "aside" }, ` ${counted(one.n, "label")}`)),
    figureTable(one.text, one.figures.map((found) => [found.name, found])))));
}

/** Where judge and people part, the surest first. */
function disagreements(items) {
  const line = (who, text) => text && make("div", { class: "spoken" }, make("div", { class: "who" }, who), make("div", { class: "said" }, text));
  const people = { good: "pass", bad: "fail" };
  return section("disagreements", "Worst disagreements, the surest first", items.map((item) => make("div", { class: "item" },
    make("p", {}, make("strong", {}, item.id), " people: ", word(people[item.people], item.people), ", judge: ",
      word(SIGNS[item.decision] ? item.decision : "undecided", item.decision),
      item.probability != null && make("span", { class: "aside" }, ` probability that it is good ${figure(item.probability, 2)}`)),
    line("criterion", item.criterion), line("user", item.prompt),
    make("div", { class: "sides" }, line("reference", item.reference), line("response", item.response)),
    line("the judge's words", item.reason))));
}

drawAppraisal();
