import { addSendButtons } from '../send/send-buttons.ts';
import { addAccessibleNames } from './accessible-names.ts';
import { followColorScheme } from './color-scheme.ts';
import { followStaticLink, rewriteOwnLinks } from './own-links.ts';

/** Adds what the page of Redocly lacks, again whenever it draws an operation. */
export function completeReference(): void {
  const isReference = document.body.classList.contains('reference');
  const reference = document.querySelector('#redoc');
  if (!isReference || reference === null) return;
  followStaticLink();
  followColorScheme();
  const complete = (): void => {
    rewriteOwnLinks(reference);
    addAccessibleNames(reference);
    addSendButtons(reference);
  };
  new MutationObserver(complete).observe(reference, {
    subtree: true,
    childList: true,
    attributeFilter: ['href'],
  });
  complete();
}
