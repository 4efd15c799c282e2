// The page of a scored suite: the ruling, the estimates, what changed since the baseline, and the cases.

const RULING = { passed: "pass", failed: "fail", incomplete: "error", undecided: "undecided" };

function drawReport() {
  const [head] = documents("head");
  const { view, element } = casesSection(documents("case"), head.informational);
  document.getElementById("head").append(...opening(head));
  document.getElementById("main").append(...[estimates(head.estimates), head.comparison && compared(head.comparison, view), element].filter(Boolean));
  document.addEventListener("keydown", (event) => {
    if (event.key !== "/" || /^(INPUT|SELECT|TEXTAREA)$/.test(event.target.tagName)) return;
    event.preventDefault();
    view.search.focus();
  });
  if (location.hash.length > 1) view.show(decodeURIComponent(location.hash.slice(1)));
}

function opening(head) {
  return [
    make("p", { class: "brand" }, "judge-eval"),
    make("h1", {}, word(RULING[head.status], head.word)),
    head.reasons.length > 0 && make("ul", { class: "reasons" }, head.reasons.map((reason) => make("li", {}, reason))),
    make("p", { class: "caveat" }, head.caveat),
    facts(head.facts),
    head.notes.length > 0 && make("details", { class: "notes" }, make("summary", {}, counted(head.notes.length, "note")), make("ul", {}, head.notes.map((note) => make("li", {}, note)))),
  ].filter(Boolean);
}

function estimates(rows) {
  if (!rows.length) return null;
  const shown = rows.map((row) => ({ ...row, least: row.value_low, most: row.value_high }));
  const lines = shown.map((row) => make("tr", {},
    make("th", { scope: "row" }, row.metric, make("span", { class: "aside" }, ` ${row.kind.replaceAll("_", " ")}`)),
    make("td", { class: "drawn" }, isShare(row) ? bar(row) : ""),
    make("td", { class: "figure" }, make("strong", {}, figure(row.value) || "–"), row.raw != null && make("span", { class: "aside" }, ` raw ${figure(row.raw)}`)),
    make("td", { class: "figure" }, interval(row.low, row.high)),
    make("td", { class: "figure" }, String(row.n), row.clusters < row.n && make("span", { class: "aside" }, ` in ${row.clusters}`)),
    make("td", { class: "figure" }, figure(row.baseline), row.delta != null && make("span", { class: "aside" }, ` ${row.delta > 0 ? "+" : ""}${figure(row.delta)}`)),
    make("td", {}, row.bar ? mark(row.passed === undefined ? "undecided" : row.passed ? "pass" : "fail", row.bar) : make("span", { class: "aside" }, "reported only")),
    make("td", { class: "note" }, [becoming(row), ...row.notes].filter(Boolean).join("; "))));
  const headings = [["Estimate"], [axis()], ["Value", "figure"], ["95 % interval", "figure"], ["n, in clusters", "figure"], ["Baseline", "figure"], ["Decided by"], ["Note"]];
  const drawn = make("table", { class: "estimates" }, make("caption", { class: "unseen" }, "Estimates with their intervals"),
    make("thead", {}, make("tr", {}, headings.map(([heading, kind]) => make("th", { scope: "col", class: kind }, heading)))),
    make("tbody", {}, lines));
  if (!rows.some((row) => row.baseline != null)) for (const line of drawn.rows) line.cells[5].remove();
  return section("estimates", "Estimates", make("div", { class: "scroll" }, drawn), legend(shown));
}

function isShare(row) {
  return [row.value, row.low, row.high].every((x) => x == null || (x >= 0 && x <= 1)) && row.value != null;
}

/** What the value can still become as open items fall. */
function becoming(row) {
  if (row.value_low === row.value_high) return "";
  const open = [row.undecided && `${row.undecided} undecided`, row.errors && `${row.errors} not scored`].filter(Boolean).join(", ");
  return `can become ${interval(row.value_low, row.value_high)}${open ? ` (${open})` : ""}`;
}

function axis() {
  return make("span", { class: "axis" }, unseen("drawn from "), make("span", {}, "0"), unseen(" to "), make("span", {}, "1"));
}

function compared(comparison, view) {
  const decided = (change) => (change.decision === "review" ? "undecided" : change.decision ?? "error");
  return section("baseline", "Against the baseline",
    comparison.accepted && make("p", { class: "aside" }, comparison.accepted),
    make("ul", { class: "reasons" }, comparison.changes.map((change) => make("li", {}, mark(decided(change), change.metric), ` ${change.said}`))),
    [["broken", "Newly broken"], ["fixed", "Newly fixed"], ["open", "Undecided on a side"]].map(([turned, heading]) => changed(comparison.items.filter((item) => item.turned === turned), heading, view, turned)),
    comparison.named.length > 0 && make("details", {}, make("summary", {}, "What is not compared, and what is doubtful"), make("ul", {}, comparison.named.map((line) => make("li", {}, line)))));
}

/** The items that turned, with both answers side by side. */
function changed(items, heading, view, turned) {
  if (!items.length) return null;
  const rows = items.map((item) => {
    const place = [item.case_id, item.turn != null && `turn ${item.turn + 1}`, item.criterion].filter(Boolean).join(", ");
    return [make("button", { type: "button", class: "opener", click: () => view.show(item.case_id) }, place), item.metric, side(item.base), side(item.candidate)];
  });
  return make("details", { open: turned === "broken" }, make("summary", {}, `${heading}: ${items.length}`), table(heading, ["case", "metric", "before", "now"], rows));
}

function side(one) {
  return make("div", {}, make("strong", {}, figure(one.value, 2)), one.reason && ` ${one.reason}`, one.response && make("div", { class: "said" }, one.response));
}

drawReport();
