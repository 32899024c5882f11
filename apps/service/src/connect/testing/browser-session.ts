import type { FastifyInstance, LightMyRequestResponse } from 'fastify';

const authorizePath = '/api/v1/partner/oauth/authorize';

/**
 * Acts as a browser without a screen: it keeps cookies and submits the forms of a
 * page unchanged. It does not follow redirects by itself, so that tests can check each.
 */
export class BrowserSession {
  readonly cookies = new Map<string, string>();
  readonly #app: FastifyInstance;

  constructor(app: FastifyInstance) {
    this.#app = app;
  }

  /** Opens the authorization page with these parameters, or with a query string. */
  async authorize(query: Record<string, string> | string): Promise<LightMyRequestResponse> {
    const text = typeof query === 'string' ? query : new URLSearchParams(query).toString();
    return await this.open(`${authorizePath}?${text}`);
  }

  async open(url: string): Promise<LightMyRequestResponse> {
    return this.#storeCookies(
      await this.#app.inject({ method: 'GET', url, headers: this.#headers() }),
    );
  }

  /** Follows a redirect of this service. */
  async follow(redirect: LightMyRequestResponse): Promise<LightMyRequestResponse> {
    return await this.open(String(redirect.headers.location));
  }

  /** Submits the form of the page with this `action`, with values added or changed. */
  async submit(
    page: LightMyRequestResponse,
    action: string,
    values: Record<string, string | string[]>,
    headers: Record<string, string> = {},
  ): Promise<LightMyRequestResponse> {
    const fields = formFields(page.body, action);
    for (const [name, value] of Object.entries(values)) {
      fields.delete(name);
      for (const one of [value].flat()) fields.append(name, one);
    }
    return await this.post(action, fields, headers);
  }

  async post(
    url: string,
    fields: URLSearchParams,
    headers: Record<string, string> = {},
  ): Promise<LightMyRequestResponse> {
    return this.#storeCookies(
      await this.#app.inject({
        method: 'POST',
        url,
        headers: {
          ...this.#headers(),
          'content-type': 'application/x-www-form-urlencoded',
          ...headers,
        },
        payload: fields.toString(),
      }),
    );
  }

  #headers(): Record<string, string> {
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    return cookie === '' ? {} : { cookie };
  }

  #storeCookies(response: LightMyRequestResponse): LightMyRequestResponse {
    for (const { name, value, maxAge } of response.cookies) {
      if (maxAge === 0) this.cookies.delete(name);
      else this.cookies.set(name, value);
    }
    return response;
  }
}

/** Returns the fields that a form of the page would send unchanged. */
export function formFields(html: string, action: string): URLSearchParams {
  const form = new RegExp(`<form[^>]*action="${action}"[^>]*>([\\s\\S]*?)</form>`).exec(html);
  if (form === null) throw new Error(`There is no form to ${action} on this page:\n${html}`);
  const fields = new URLSearchParams();
  for (const [input] of (form[1] ?? '').matchAll(/<input[^>]*>/g)) {
    const name = attribute(input, 'name');
    const isBox = ['checkbox', 'radio'].includes(attribute(input, 'type') ?? '');
    const isSent = !/ disabled\b/.test(input) && (!isBox || / checked\b/.test(input));
    if (name !== null && isSent) fields.append(name, attribute(input, 'value') ?? '');
  }
  return fields;
}

function attribute(tag: string, name: string): string | null {
  const value = new RegExp(` ${name}="([^"]*)"`).exec(tag)?.[1];
  return value === undefined ? null : unescapeHtml(value);
}

/** Returns the text of escaped HTML. */
export function unescapeHtml(html: string): string {
  const characters: Record<string, string> = { lt: '<', gt: '>', quot: '"', '#39': "'", amp: '&' };
  return html.replace(/&(lt|gt|quot|#39|amp);/g, (entity, name) => characters[name] ?? entity);
}
