/** A page as a browser holds it: where it is and what it says. */
export interface Page {
  url: string;
  status: number;
  headers: Headers;
  html: string;
}

interface Form {
  action: string;
  method: string;
  fields: URLSearchParams;
}

const REDIRECTS = 10;

/**
 * A browser without a screen: it keeps cookies, follows redirects as far as the origin it began
 * at, and submits the forms of a page with every field the page gave them.
 */
export class UserAgent {
  readonly #cookies = new Map<string, string>();

  async open(url: string): Promise<Page> {
    return await this.#request(url, { method: 'GET' });
  }

  /**
   * Submits the page's form whose action ends in `action`, with the values filled in; a value of
   * null takes a field out, as an unticked box is.
   */
  async submit(
    page: Page,
    action: string,
    values: Record<string, string | string[] | null>,
  ): Promise<Page> {
    const form = formsOf(page).find((candidate) => candidate.action.endsWith(action));
    if (form === undefined) {
      throw new Error(`No form for ${action} on ${page.url} (${page.status}):\n${page.html}`);
    }
    for (const [name, value] of Object.entries(values)) {
      form.fields.delete(name);
      for (const item of [value ?? []].flat()) form.fields.append(name, item);
    }
    return await this.#request(form.action, {
      method: form.method,
      body: form.fields,
      headers: { origin: new URL(page.url).origin },
    });
  }

  async #request(address: string, init: RequestInit): Promise<Page> {
    const { origin } = new URL(address);
    let url = address;
    let request = init;
    for (let hops = 0; hops < REDIRECTS; hops += 1) {
      const headers = new Headers(request.headers);
      const cookies = [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ');
      if (cookies !== '') headers.set('cookie', cookies);
      const response = await fetch(url, { ...request, headers, redirect: 'manual' });
      this.#keepCookies(response.headers);
      const location = response.headers.get('location');
      const html = await response.text();
      if (location === null) {
        return { url, status: response.status, headers: response.headers, html };
      }
      url = new URL(location, url).href;
      // Leaving for the partner's address: nobody listens there in a test.
      if (new URL(url).origin !== origin) {
        return { url, status: response.status, headers: response.headers, html };
      }
      request = { method: 'GET' };
    }
    throw new Error(`${address} redirects without end.`);
  }

  #keepCookies(headers: Headers): void {
    for (const cookie of headers.getSetCookie()) {
      const [pair = ''] = cookie.split(';', 1);
      const equals = pair.indexOf('=');
      const name = pair.slice(0, equals);
      if (/max-age=0/i.test(cookie)) this.#cookies.delete(name);
      else this.#cookies.set(name, pair.slice(equals + 1));
    }
  }
}

function formsOf(page: Page): Form[] {
  return [...page.html.matchAll(/<form\b([^>]*)>([\s\S]*?)<\/form>/g)].map(
    ([, tag = '', content = '']) => ({
      action: new URL(attribute(tag, 'action') ?? '', page.url).href,
      method: (attribute(tag, 'method') ?? 'get').toUpperCase(),
      fields: fieldsOf(content),
    }),
  );
}

function fieldsOf(content: string): URLSearchParams {
  const fields = new URLSearchParams();
  for (const [, tag = ''] of content.matchAll(/<input\b([^>]*)>/g)) {
    const name = attribute(tag, 'name');
    const isBox = ['checkbox', 'radio'].includes(attribute(tag, 'type') ?? '');
    const isSent = !/\sdisabled\b/.test(tag) && (!isBox || /\schecked\b/.test(tag));
    if (name !== null && isSent)
      fields.append(name, attribute(tag, 'value') ?? (isBox ? 'on' : ''));
  }
  return fields;
}

function attribute(tag: string, name: string): string | null {
  const value = new RegExp(`\\s${name}="([^"]*)"`).exec(tag)?.[1];
  if (value === undefined) return null;
  return value
    .replace(/&quot;/g, '"')
    .replace(/&#0?39;/g, "'")
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&amp;/g, '&');
}
