import { addAccessibleNames } from './accessible-names.ts';
import { followStaticLink, rewriteOwnLinks } from './own-links.ts';
import { followTheme } from './theme.ts';

/** Adds what Redocly's page lacks, again whenever it draws an operation. */
export function completeReference(): void {
  const reference = document.querySelector('#redoc');
  if (reference === null) return;
  followStaticLink();
  followTheme();
  const complete = (): void => {
    rewriteOwnLinks(reference);
    addAccessibleNames(reference);
  };
  new MutationObserver(complete).observe(reference, {
    subtree: true,
    childList: true,
    attributeFilter: ['href'],
  });
  complete();
}
