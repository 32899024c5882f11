/** Gives every operation that is drawn a button that opens the form to send it. */
export function addSendButtons(reference: Element): void {
  const dialog = document.querySelector<HTMLDialogElement>('#send');
  if (dialog === null) return;
  for (const section of reference.querySelectorAll<HTMLElement>('[data-section-id]')) {
    const { sectionId = '' } = section.dataset;
    const actions = section.querySelector('[data-testid="page-actions"]');
    const isSent = /^\/\w+\/(?!events\.)\w+\.\w+$/.test(sectionId);
    if (actions === null || !isSent || actions.querySelector('.send')) continue;
    actions.prepend(sendButton(dialog, sectionId));
  }
}

function sendButton(dialog: HTMLDialogElement, section: string): HTMLButtonElement {
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'send';
  button.textContent = 'Send';
  button.ariaHasPopup = 'dialog';
  button.addEventListener('click', async () => {
    const { openSendDialog } = await import('./send-dialog.ts');
    await openSendDialog(dialog, section);
  });
  return button;
}
