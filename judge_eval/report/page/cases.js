// The table of cases: filtered, searched, sorted; rows are drawn as they are scrolled to, a case when it is opened.

const AT_ONCE = 100;
const OUTCOMES = {
  failed: ["fail", "failed"],
  error: ["error", "not scored"],
  undecided: ["undecided", "undecided"],
  passed: ["pass", "passed"],
  reported: ["not_applicable", "reported only"],
  skipped: ["not_applicable", "skipped"],
};
const DECISIONS = { fail: "failed", error: "error", undecided: "undecided", pass: "passed" };

function casesSection(cases, informational) {
  const metrics = [...new Set(cases.flatMap((told) => (told.scores ?? []).map((row) => row.metric)))];
  for (const told of cases) prepare(told);
  const view = new CaseView(cases, metrics.filter((metric) => !informational.includes(metric)));
  return { view, element: section("cases", "Cases", view.controls(), view.count, view.table(), view.sentinel) };
}

/** Gives a case what its row needs at once. */
function prepare(told) {
  told.name = told.repeat ? `${told.id} (repeat ${told.repeat})` : told.id;
  told.byMetric = new Map((told.scores ?? []).filter((row) => row.turn == null).map((row) => [row.metric, row]));
}

/** What a case came to, as a whole or by one metric. */
function outcomeOf(told, metric) {
  if (!metric) return told.status;
  const row = told.byMetric.get(metric);
  if (!row || row.status === "not_applicable") return told.status === "error" ? "error" : "skipped";
  return row.status === "error" ? "error" : DECISIONS[row.decision] ?? "reported";
}

class CaseView {
  constructor(cases, metrics) {
    this.cases = cases;
    this.metrics = metrics;
    this.chosen = { text: "", metric: "", tag: "", outcomes: new Set() };
    this.order = { column: "outcome", descending: false };
    this.opened = new Map();
    this.drawn = 0;
    this.columns = this.columnsOf();
    this.count = make("p", { class: "count", role: "status", "aria-live": "polite" });
    this.sentinel = make("div", { class: "sentinel", "aria-hidden": "true" });
    this.body = make("tbody", { keydown: (event) => this.key(event), click: (event) => this.clicked(event) });
  }

  /** Name, heading, what a cell shows, and what it is sorted by. */
  columnsOf() {
    const place = Object.keys(OUTCOMES);
    const has = (aspect) => this.cases.some((told) => told.verdicts?.[aspect]);
    const aspects = [["trajectory", "What it did"], ["response", "What it said"]].filter(([aspect]) => has(aspect));
    const decisions = ["fail", "undecided", "pass", "not_applicable"];
    return [
      { name: "case", heading: "Case", key: (told) => told.name },
      { name: "outcome", heading: "Outcome", cell: (told) => outcomeMark(told), key: (told) => place.indexOf(told.status) },
      ...aspects.map(([aspect, heading]) => ({
        name: aspect, heading,
        cell: (told) => told.verdicts?.[aspect] ? word(told.verdicts[aspect]) : "",
        key: (told) => decisions.indexOf(told.verdicts?.[aspect] ?? "not_applicable"),
      })),
      ...this.metrics.map((metric) => ({
        name: metric, heading: metric, figure: true,
        cell: (told) => (told.byMetric.has(metric) ? scoreOf(told.byMetric.get(metric)) : ""),
        key: (told) => told.byMetric.get(metric)?.value ?? told.byMetric.get(metric)?.low ?? null,
      })),
      { name: "why", heading: "Why", cell: (told) => make("span", { class: "reason" }, told.reason), key: (told) => told.reason },
    ];
  }

  controls() {
    const tags = [...new Set(this.cases.flatMap((told) => told.tags))].sort();
    const choose = (name) => (event) => this.choose(name, event.target.value);
    const option = (value, words) => make("option", { value }, words);
    this.search = make("input", { type: "search", id: "search", autocomplete: "off", input: choose("text") });
    this.chips = make("fieldset", { class: "chips" });
    this.form = make("form", { class: "controls", role: "search", submit: (event) => event.preventDefault(), reset: () => this.cleared() },
      make("label", { class: "grow" }, make("span", {}, "Search ", make("kbd", { "aria-hidden": "true" }, "/")), this.search),
      make("label", {}, "Outcome of", make("select", { id: "metric", change: choose("metric") },
        option("", "the whole case"), this.metrics.map((metric) => option(metric, metric)))),
      tags.length > 0 && make("label", {}, "Tag", make("select", { id: "tag", change: choose("tag") },
        option("", "any"), tags.map((tag) => option(tag, tag)))),
      make("button", { type: "reset" }, "Clear"),
      this.chips);
    return this.form;
  }

  choose(name, value) {
    this.chosen[name] = value;
    if (name === "metric") this.chosen.outcomes.clear();
    this.refresh();
  }

  cleared() {
    this.chosen = { text: "", metric: "", tag: "", outcomes: new Set() };
    this.refresh();
  }

  /** A box an outcome, with how many cases it would leave. */
  drawChips(among) {
    const counts = new Map();
    for (const told of among) {
      const outcome = outcomeOf(told, this.chosen.metric);
      counts.set(outcome, (counts.get(outcome) ?? 0) + 1);
    }
    const toggle = (outcome) => (event) => {
      if (event.target.checked) this.chosen.outcomes.add(outcome);
      else this.chosen.outcomes.delete(outcome);
      this.refresh(outcome);
    };
    const words = (outcome) => (this.chosen.metric && outcome === "skipped" ? "does not apply" : OUTCOMES[outcome][1]);
    const boxes = Object.keys(OUTCOMES).filter((outcome) => counts.has(outcome) || this.chosen.outcomes.has(outcome)).map((outcome) =>
      make("label", { class: `chip ${OUTCOMES[outcome][0]}` },
        make("input", { type: "checkbox", value: outcome, checked: this.chosen.outcomes.has(outcome), change: toggle(outcome) }),
        make("span", { "aria-hidden": "true" }, SIGNS[OUTCOMES[outcome][0]]), ` ${words(outcome)} `, make("b", {}, (counts.get(outcome) ?? 0).toLocaleString("en"))));
    this.chips.replaceChildren(make("legend", { class: "unseen" }, "Outcomes to show; none chosen: all"), ...boxes);
  }

  table() {
    this.heads = new Map(this.columns.map((column) => {
      const button = make("button", { type: "button", click: () => this.sort(column.name) }, ...stacked(column.heading));
      return [column.name, make("th", { scope: "col", class: column.figure && "figure" }, button)];
    }));
    this.grid = make("table", { class: "cases" }, make("caption", { class: "unseen" }, "Cases; each opens to its conversation"),
      make("thead", {}, make("tr", {}, ...this.heads.values())), this.body);
    new IntersectionObserver((seen) => seen.some((one) => one.isIntersecting) && this.more(), { rootMargin: "600px" }).observe(this.sentinel);
    window.addEventListener("beforeprint", () => this.more(Infinity));
    this.refresh();
    return make("div", { class: "scroll" }, this.grid);
  }

  sort(column) {
    this.order = { column, descending: this.order.column === column && !this.order.descending };
    this.refresh();
  }

  /** Draws the first rows of what is chosen anew; a box of `focus` keeps the keyboard. */
  refresh(focus) {
    const { text, metric, tag, outcomes } = this.chosen;
    const terms = text.toLowerCase().split(/\s+/).filter(Boolean);
    const among = this.cases.filter((told) => (!tag || told.tags.includes(tag)) && terms.every((term) => haystack(told).includes(term)));
    this.drawChips(among);
    const column = this.columns.find((one) => one.name === this.order.column);
    this.rows = sorted(among.filter((told) => !outcomes.size || outcomes.has(outcomeOf(told, metric))), column.key, this.order.descending);
    for (const [name, head] of this.heads) {
      if (name === column.name) head.setAttribute("aria-sort", this.order.descending ? "descending" : "ascending");
      else head.removeAttribute("aria-sort");
    }
    this.count.textContent = `${this.rows.length.toLocaleString("en")} of ${counted(this.cases.length, "case")}`;
    this.body.replaceChildren();
    this.drawn = 0;
    this.more();
    if (focus) this.chips.querySelector(`[value=${focus}]`)?.focus();
  }

  /** Draws the next rows. */
  more(n = AT_ONCE) {
    const next = this.rows.slice(this.drawn, this.drawn + n);
    this.drawn += next.length;
    this.body.append(...next.flatMap((told) => (this.opened.has(told) ? [this.rowOf(told), this.opened.get(told)] : [this.rowOf(told)])));
    this.sentinel.hidden = this.drawn >= this.rows.length;
    if (this.drawn < this.rows.length && this.sentinel.getBoundingClientRect().top < innerHeight) requestAnimationFrame(() => this.more());
  }

  rowOf(told) {
    const open = this.opened.has(told);
    const button = make("button", { type: "button", class: "opener", "aria-expanded": String(open) }, told.name);
    const row = make("tr", { class: "case" }, make("th", { scope: "row" }, button), this.columns.slice(1).map((column) =>
      make("td", { class: column.figure && "figure" }, column.cell(told))));
    row.told = told;
    return row;
  }

  toggle(row, open = !this.opened.has(row.told)) {
    const button = row.querySelector(".opener");
    button.setAttribute("aria-expanded", String(open));
    if (open && !this.opened.has(row.told)) {
      const cell = make("td", { colspan: String(this.columns.length) }, conversation(row.told));
      const detail = make("tr", { class: "detail", id: `detail-${this.cases.indexOf(row.told)}` }, cell);
      this.opened.set(row.told, detail);
      row.after(detail);
      button.setAttribute("aria-controls", detail.id);
    } else if (!open) {
      this.opened.get(row.told)?.remove();
      this.opened.delete(row.told);
      button.removeAttribute("aria-controls");
    }
  }

  /** Opens a case by its name, whatever is chosen now, and brings it into sight. */
  show(name) {
    const told = this.cases.find((one) => one.name === name || one.id === name);
    if (!told) return;
    if (!this.rows.includes(told)) this.form.reset();
    while (this.drawn <= this.rows.indexOf(told)) this.more();
    const row = Array.from(this.body.children).find((one) => one.told === told);
    this.toggle(row, true);
    row.querySelector(".opener").focus();
    row.scrollIntoView({ block: "start" });
  }

  clicked(event) {
    const row = event.target.closest("tr.case");
    if (row && !String(getSelection())) this.toggle(row);
  }

  key(event) {
    const row = event.target.closest("tr.case, tr.detail");
    if (!row) return;
    if (event.key === "Escape") {
      const owner = row.told ? row : row.previousElementSibling;
      this.toggle(owner, false);
      owner.querySelector(".opener").focus();
    } else if (row.told && ["ArrowDown", "ArrowUp", "Home", "End"].includes(event.key)) {
      event.preventDefault();
      this.step(row, event.key);
    }
  }

  /** Moves the keyboard to another row, drawing it first where it is not drawn yet. */
  step(row, key) {
    const last = this.rows.length - 1;
    const here = this.rows.indexOf(row.told);
    const to = { ArrowDown: Math.min(here + 1, last), ArrowUp: Math.max(here - 1, 0), Home: 0, End: last }[key];
    while (this.drawn <= to) this.more();
    const told = this.rows[to];
    Array.from(this.body.children).find((one) => one.told === told)?.querySelector(".opener").focus();
  }
}

function outcomeMark(told) {
  return make("span", {}, word(...OUTCOMES[told.status]), told.quarantine && make("span", { class: "aside" }, " in quarantine"));
}

/** Cases in the order of a key; those without one stand last, and equal ones by name. */
function sorted(cases, key, descending) {
  const sign = descending ? -1 : 1;
  const compare = (a, b) => (typeof a === "string" ? a.localeCompare(b, "en", { numeric: true }) : a - b);
  return cases.map((told) => [key(told), told]).sort(([a, one], [b, other]) => {
    if (a === null || b === null) return (a === null) - (b === null) || compare(one.name, other.name);
    return sign * compare(a, b) || compare(one.name, other.name);
  }).map(([, told]) => told);
}

/** All the words of a case, made when it is first searched. */
function haystack(told) {
  told.words ??= [told.name, told.reason, told.error, told.tags, told.cluster, told.turns, told.expectations, told.judged].flatMap(words).join("\n").toLowerCase();
  return told.words;
}

function words(value) {
  if (typeof value === "string") return [value];
  return value && typeof value === "object" ? Object.values(value).flatMap(words) : [];
}

/** A long name with places where it may break. */
function stacked(name) {
  return name.split("_").flatMap((part, place) => (place ? [make("wbr"), `_${part}`] : [part]));
}
