// Shows the buttons that copy a field, which need a script. Without it the field is there to be selected.
for (const button of document.querySelectorAll('[data-copies]')) {
  const field = document.getElementById(button.dataset.copies);
  const said = document.getElementById(`${button.dataset.copies}-copied`);
  button.hidden = false;
  button.addEventListener('click', async () => {
    field.select();
    try {
      await navigator.clipboard.writeText(field.value);
      said.textContent = button.dataset.copied;
    } catch {
      said.textContent = button.dataset.byKeys;
    }
  });
}
