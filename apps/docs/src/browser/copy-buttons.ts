const SHOWN_MILLISECONDS = 1_500;

/** Gives every piece of code a button that copies it, where the page may copy. */
export function addCopyButtons(): void {
  // A browser has none for a page that came over plain http from another host.
  if (!('clipboard' in navigator)) return;
  for (const block of document.querySelectorAll('.code')) {
    const code = block.querySelector('code')?.textContent ?? '';
    const button = document.createElement('button');
    button.type = 'button';
    button.className = 'copy';
    button.textContent = 'Copy';
    button.addEventListener('click', async () => {
      await navigator.clipboard.writeText(code);
      button.textContent = 'Copied';
      setTimeout(() => {
        button.textContent = 'Copy';
      }, SHOWN_MILLISECONDS);
    });
    block.append(button);
  }
}
