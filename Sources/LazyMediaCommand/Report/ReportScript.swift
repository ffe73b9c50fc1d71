/// What a report does: sorting and filtering. It only moves and hides what is there, and makes nothing of any text.
enum ReportScript {
  static let text = #"""
    (() => {
    "use strict";
    const body = document.querySelector("tbody");
    const heads = Array.from(document.querySelectorAll("thead th"));
    const find = document.getElementById("find");
    const shown = document.getElementById("shown");
    const nothing = document.getElementById("nothing");
    const states = Array.from(document.querySelectorAll("input[name=state]"));
    const rows = Array.from(body.rows, (row) => ({
      row, state: row.dataset.state, text: row.textContent.toLowerCase(),
      keys: Array.from(row.cells, (cell) => cell.dataset.k || ""),
    }));
    const words = new Intl.Collator(undefined, { numeric: true });

    function compare(column, isNumber, sign) {
      return (a, b) => {
        const x = a.keys[column], y = b.keys[column];
        if (x === "" || y === "") return (x === "" ? 1 : 0) - (y === "" ? 1 : 0);
        const order = isNumber ? Number(x) - Number(y) : words.compare(x, y);
        return order === 0 ? Number(a.keys[0]) - Number(b.keys[0]) : sign * order;
      };
    }

    function sort(column) {
      const head = heads[column];
      const isUp = head.getAttribute("aria-sort") !== "ascending";
      for (const other of heads) other.setAttribute("aria-sort", "none");
      head.setAttribute("aria-sort", isUp ? "ascending" : "descending");
      rows.sort(compare(column, head.dataset.n === "1", isUp ? 1 : -1));
      body.append(...rows.map((entry) => entry.row));
    }

    function filter() {
      const terms = find.value.toLowerCase().split(/\s+/).filter((term) => term);
      const state = states.find((radio) => radio.checked)?.value ?? "all";
      let count = 0;
      for (const entry of rows) {
        const fits = (state === "all" || entry.state === state)
          && terms.every((term) => entry.text.includes(term));
        entry.row.hidden = !fits;
        if (fits) count += 1;
      }
      shown.textContent = `${count} of ${rows.length} shown`;
      nothing.hidden = count > 0;
    }

    heads.forEach((head, column) => {
      head.querySelector("button").addEventListener("click", () => sort(column));
    });
    for (const radio of states) radio.addEventListener("change", filter);
    find.addEventListener("input", filter);
    for (const button of document.querySelectorAll("[data-find]")) {
      button.addEventListener("click", () => {
        find.value = find.value === button.dataset.find ? "" : button.dataset.find;
        filter();
      });
    }
    // A browser keeps what was chosen when a page is read again.
    filter();
    })();

    """#
}
