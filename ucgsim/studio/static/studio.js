// What htmx does not do: a question before something is deleted, and Enter in the search field.
document.addEventListener("click", event => {
  const button = event.target.closest("[data-ask]");
  if (button && !confirm(button.dataset.ask)) event.preventDefault();
});
// The number of copies on the cards of the search follows the deck.
document.addEventListener("htmx:afterSwap", () => {
  const copies = new Map([...document.querySelectorAll("#table input[name=number]")].map(each => [each.value, each.parentElement.querySelector("output").textContent]));
  for (const shown of document.querySelectorAll("[data-copies]")) {
    shown.textContent = copies.get(shown.dataset.copies) ?? "0";
    shown.previousElementSibling.disabled = shown.textContent === "0";
  }
});
