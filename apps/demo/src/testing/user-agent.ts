/** A page as a browser holds it. */
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
 * A browser without a screen or script: it follows redirects from one application to the other,
 * keeps cookies by host (not by port, as browsers do), and submits the forms of a page.
 */
export class UserAgent {
  readonly #cookies = new Map<string, Map<string, string>>();

  async open(url: string): Promise<Page> {
    return await this.#request(url, { method: 'GET' });
  }

  /** Follows the page's link of that text. */
  async follow(page: Page, text: string): Promise<Page> {
    const link = [...page.html.matchAll(/<a\b([^>]*)>([\s\S]*?)<\/a>/g)].find(
      ([, , content]) => content?.trim() === text,
    );
    if (link === undefined) throw new Error(`No link "${text}" on ${page.url}:\n${page.html}`);
    return await this.open(new URL(attribute(link[1] ?? '', 'href') ?? '', page.url).href);
  }

  /** Submits the page's form to `action`, filled in as it came but for the values given. */
  async submit(page: Page, action: string, values: Record<string, string> = {}): Promise<Page> {
    const form = formsOf(page).find((candidate) => candidate.action.endsWith(action));
    if (form === undefined) throw new Error(`No form for ${action} on ${page.url}:\n${page.html}`);
    for (const [name, value] of Object.entries(values)) form.fields.set(name, value);
    return await this.#request(form.action, {
      method: form.method,
      body: form.fields,
      headers: { origin: new URL(page.url).origin },
    });
  }

  async #request(address: string, init: RequestInit): Promise<Page> {
    let url = address;
    let request = init;
    for (let hops = 0; hops < REDIRECTS; hops += 1) {
      const { hostname } = new URL(url);
      const jar = this.#cookies.get(hostname) ?? new Map<string, string>();
      this.#cookies.set(hostname, jar);
      const headers = new Headers(request.headers);
      headers.set('cookie', [...jar].map(([name, value]) => `${name}=${value}`).join('; '));
      const response = await fetch(url, { ...request, headers, redirect: 'manual' });
      keepCookies(jar, response.headers);
      const location = response.headers.get('location');
      const html = await response.text();
      if (location === null) {
        return { url, status: response.status, headers: response.headers, html };
      }
      url = new URL(location, url).href;
      request = { method: 'GET' };
    }
    throw new Error(`${address} redirects without end.`);
  }
}

function keepCookies(jar: Map<string, string>, headers: Headers): void {
  for (const cookie of headers.getSetCookie()) {
    const [pair = ''] = cookie.split(';', 1);
    const equals = pair.indexOf('=');
    if (/max-age=0|expires=thu, 01 jan 1970/i.test(cookie)) jar.delete(pair.slice(0, equals));
    else jar.set(pair.slice(0, equals), pair.slice(equals + 1));
  }
}

function formsOf(page: Page): Form[] {
  return [...page.html.matchAll(/<form\b([^>]*)>([\s\S]*?)<\/form>/g)].map(
    ([, tag = '', content = '']) => ({
      action: new URL(attribute(tag, 'action') ?? '', page.url).href,
      method: (attribute(tag, 'method') ?? 'get').toUpperCase(),
      fields: new URLSearchParams([...inputsOf(content), ...selectsOf(content)]),
    }),
  );
}

function inputsOf(content: string): [name: string, value: string][] {
  return [...content.matchAll(/<input\b([^>]*)>/g)].flatMap(([, tag = '']) => {
    const name = attribute(tag, 'name');
    const isBox = ['checkbox', 'radio'].includes(attribute(tag, 'type') ?? '');
    const isSent = !/\sdisabled\b/.test(tag) && (!isBox || /\schecked\b/.test(tag));
    return name !== null && isSent ? [[name, attribute(tag, 'value') ?? '']] : [];
  });
}

function selectsOf(content: string): [name: string, value: string][] {
  return [...content.matchAll(/<select\b([^>]*)>([\s\S]*?)<\/select>/g)].map(
    ([, tag = '', options = '']) => {
      const chosen = /<option\b[^>]*\sselected[^>]*>/.exec(options)?.[0] ?? '';
      return [attribute(tag, 'name') ?? '', attribute(chosen, 'value') ?? ''];
    },
  );
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
