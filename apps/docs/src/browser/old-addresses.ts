/** The reference was at the root of the site once, and named its operations behind `#/`. */
export function followOldAddress(): void {
  const reference = document.querySelector<HTMLAnchorElement>('[data-reference]');
  if (
    location.hash.startsWith('#/') &&
    reference !== null &&
    location.pathname !== reference.pathname
  ) {
    location.replace(`${reference.pathname}${location.hash}`);
  }
}
