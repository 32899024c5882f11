import { BASE } from '../../site.ts';

/** Shows the part that an address names in the form that links have before a script runs. */
export function followStaticLink(): void {
  if (/^#[^/]/.test(location.hash)) {
    history.replaceState(null, '', `#/${location.hash.slice(1)}`);
  }
}

/** Makes links within the reference lead to their place in a new tab too: its router reads what is behind `#`. */
export function rewriteOwnLinks(reference: Element): void {
  for (const link of reference.querySelectorAll('a[href^="/"]')) {
    const address = link.getAttribute('href') ?? '';
    if (!`${address}/`.startsWith(BASE)) link.setAttribute('href', `#${address}`);
  }
}
