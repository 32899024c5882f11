type Headers = Readonly<Record<string, string | string[] | undefined>>;

/**
 * Whether a browser says that a form was posted by a page of this service. Our pages send no
 * referrer, and a browser then says `Origin: null`; Sec-Fetch-Site distinguishes such a post from that of
 * another site. What says nothing at all passes here: the form token decides.
 */
export function isOwnPost(headers: Headers, publicUrl: string): boolean {
  const { origin, host, 'sec-fetch-site': site } = headers;
  if (site !== undefined && site !== 'same-origin') return false;
  if (origin === undefined || origin === 'null') return true;
  return (
    origin === publicUrl || (typeof host === 'string' && origin === ownOrigin(publicUrl, host))
  );
}

// In development the service is also opened by other names than its public address.
function ownOrigin(publicUrl: string, host: string): string {
  return `${new URL(publicUrl).protocol}//${host}`;
}
