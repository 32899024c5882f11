// Shows the buttons that copy a field, because they need this script. Without it, people can select the field.
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
