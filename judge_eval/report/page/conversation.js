// One case in full: what was said and done, what was expected, and how each score came about.

const CALL_SIGNS = {
  same: ["=", "as expected"],
  changed: ["≠", "other arguments"],
  moved: ["↕", "out of order"],
  missing: ["−", "not called"],
  surplus: ["+", "not expected"],
  made: ["·", "nothing is written about it"],
};

function conversation(told) {
  return make("div", { class: "story" },
    told.error && make("p", { class: "alarm" }, told.error),
    (told.skip || told.quarantine) && make("p", { class: "aside" }, told.reason),
    particulars(told),
    told.scenario && make("p", { class: "said" }, `${told.scenario.starting_prompt}\n\n${told.scenario.conversation_plan}`),
    told.turns.map((turn, number) => turnOf(turn, number, told.turns.length)),
    told.expectations.length > 0 && expectations(told.expectations),
    scores((told.scores ?? []).filter((row) => row.turn == null || row.criterion || told.turns.length > 1)),
    told.judged.length > 0 && make("div", {}, make("h4", {}, "Verdicts"), told.judged.map(verdict)),
    told.adk?.length > 0 && adk(told.adk),
  );
}

function particulars(told) {
  const said = [];
  if (told.cluster !== told.id) said.push(["cluster", told.cluster]);
  if (told.tags.length) said.push(["tags", told.tags.join(", ")]);
  if (told.notes.length) said.push(["notes", told.notes.join("; ")]);
  return said.length ? facts(said) : null;
}

function turnOf(turn, number, turns) {
  return make("div", { class: "turn" },
    turns > 1 && make("h4", {}, `Turn ${number + 1}`),
    spoken("user", turn.user, "user"),
    turn.attached.length > 0 && make("p", { class: "aside" }, `Attached: ${turn.attached.join(", ")}`),
    calls(turn),
    turn.texts.map((text) => spoken("on the way", text)),
    make("div", { class: "sides" },
      turn.reference !== null && spoken("reference", turn.reference),
      turn.recorded
        ? spoken("response", turn.response ?? "(no final response)", turn.response === null ? "lacking" : "response")
        : spoken("response", "(the run has no such turn)", "lacking")),
  );
}

function spoken(who, text, kind = "") {
  return make("div", { class: `spoken ${kind}` }, make("div", { class: "who" }, who), make("div", { class: "said" }, text));
}

function calls(turn) {
  if (!turn.calls.length) return turn.written && make("p", { class: "aside" }, "No call was expected, and none was made.");
  const heading = turn.written ? "Calls, expected against made" : "Calls made; nothing is written about what is expected";
  const rows = turn.calls.map((call) => {
    const [sign, words] = CALL_SIGNS[call.kind];
    return make("tr", { class: `call ${call.kind}` },
      make("th", { scope: "row" }, make("span", { "aria-hidden": "true" }, sign), unseen(words)),
      turn.written && make("td", {}, call.expected ? make("code", {}, call.expected) : make("span", { class: "nothing" }, "nothing")),
      make("td", {},
        call.made ? make("code", {}, call.made) : make("span", { class: "nothing" }, "nothing"),
        call.outcome && make("code", { class: "outcome" }, call.outcome)),
      make("td", { class: "why" }, call.wrong.length ? call.wrong.join("; ") : call.kind === "same" ? "" : words));
  });
  const columns = turn.written ? ["", "expected", "made", ""] : ["", "made", ""];
  return make("div", { class: "scroll" }, make("table", { class: "calls" }, make("caption", {}, heading),
    make("thead", { class: turn.written ? "" : "unseen" }, make("tr", {}, columns.map((name) => make("th", { scope: "col" }, name || unseen("note"))))),
    make("tbody", {}, rows)));
}

function expectations(rows) {
  return make("div", {}, make("h4", {}, "Expected of the conversation"),
    table("Expected of the conversation", ["what", "expected", "found"], rows.map(([name, wanted, found]) => [name, wanted, found ?? ""])));
}

function scores(rows) {
  if (!rows.length) return null;
  const lines = rows.map((row) => {
    const place = [row.turn != null && `turn ${row.turn + 1}`, row.criterion].filter(Boolean).join(", ");
    return [
      make("span", { class: row.turn != null ? "part" : "" }, place ? `${row.metric}, ${place}` : row.metric),
      scoreOf(row),
      row.asked > 0 ? votesOf(row.votes ?? {}, row.asked) : "",
      row.spread != null ? `± ${figure(row.spread)}` : "",
      row.probability != null ? figure(row.probability, 2) : "",
      row.calibrated ?? "",
      row.reason ?? "",
    ];
  });
  const headings = ["metric", "score", "votes", ">spread", ">P(people pass it)", "settled", "why"];
  const kept = headings.map((_, place) => place < 2 || lines.some((line) => line[place] !== ""));
  return make("div", {}, make("h4", {}, "Scores"),
    table("Scores", headings.filter((_, place) => kept[place]), lines.map((line) => line.filter((_, place) => kept[place]))));
}

function scoreOf(row) {
  if (row.status === "error") return mark("error", "not scored");
  if (row.status === "undecided") return mark("undecided", interval(row.low, row.high, 2));
  return row.value == null ? mark("not_applicable") : mark(row.decision === "not_applicable" ? null : row.decision, figure(row.value, 2));
}

function votesOf(votes, asked) {
  const said = Object.entries(votes).map(([answer, count]) => `${count} ${answer.replaceAll("_", " ")}`);
  const lost = asked - Object.values(votes).reduce((sum, count) => sum + count, 0);
  return [...said, ...(lost > 0 ? [`${lost} lost`] : [])].join(", ");
}

function verdict(said) {
  const place = [said.metric, said.turn != null && `turn ${said.turn + 1}`, said.criterion].filter(Boolean).join(", ");
  const by = said.decided_by === "judge" ? "by the judge" : `by rule: ${said.decided_by.replaceAll("_", " ")}`;
  const parts = [by];
  if (said.p_pass != null) parts.push(`P(pass) ${figure(said.p_pass, 2)}`);
  else if (said.value != null) parts.push(`value ${figure(said.value, 2)}`);
  if (said.spread != null) parts.push(`± ${figure(said.spread)}`);
  if (said.asked) parts.push(votesOf(said.votes, said.asked));
  const why = said.error || (parts.includes(said.reason) ? "" : said.reason);
  return make("div", { class: "verdict" },
    make("p", {}, make("strong", {}, place), " ", word(said.decision), make("span", { class: "aside" }, ` ${parts.join(" · ")}`)),
    why && make("p", { class: "aside" }, why),
    said.samples.length > 0 && make("ol", { class: "samples" }, said.samples.map(sample)));
}

function sample(one) {
  const shares = one.shares && Object.entries(one.shares).filter(([, share]) => share >= 0.005).map(([answer, share]) => `${answer.replaceAll("_", " ")} ${figure(share, 2)}`).join(", ");
  const who = [one.model, one.date.slice(0, 10)].filter(Boolean).join(", ");
  return make("li", {},
    make("strong", {}, one.answer?.replaceAll("_", " ") ?? `${one.failure}: ${one.detail ?? ""}`),
    shares ? ` (${shares})` : "",
    make("span", { class: "aside" }, ` ${who}`),
    one.rationale && make("div", { class: "said" }, one.rationale),
    one.text && make("div", { class: "said" }, one.text));
}

function adk(rows) {
  return make("div", {}, make("h4", {}, "What ADK said"),
    table("What ADK said", ["metric", ">ADK", ">here", "why they differ"], rows.map((row) =>
      [row.metric, `${figure(row.value, 2)} ${row.status}`, figure(row.ours, 2), row.difference ?? ""])));
}
