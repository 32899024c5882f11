import document from '@partner-rating/spec/openapi.json' with { type: 'json' };
import { type Fetch, PartnerRatingClient } from '../src/index.ts';

const { examples } = document.components;
const member = JSON.stringify(examples['members.get'].value);
const ids = Array.from({ length: 100 }, (_, index) => String(10_000 + index));
const hundred = JSON.stringify(ids.map(() => examples['members.get'].value));

const json = { 'content-type': 'application/json' };

export const baseUrl = 'http://localhost:3001/api/v1';

/**
 * Responses that come at once, so that only the code around them takes time. There are three: a response like those of
 * the network, with an address and a stream; a response made from a text; and an object with only the used methods.
 */
export const answers = {
  'network-like Response': (body) => {
    const bytes = new TextEncoder().encode(body);
    return async (url) => {
      const stream = new ReadableStream({
        start(controller) {
          controller.enqueue(bytes);
          controller.close();
        },
      });
      return Object.defineProperty(new Response(stream, { headers: json }), 'url', { value: url });
    };
  },
  'Response of a text': (body) => async () => new Response(body, { headers: json }),
  'plain stub': (body) => async () =>
    ({ ok: true, status: 200, json: async () => JSON.parse(body) }) as Response,
} satisfies Record<string, (body: string) => Fetch>;

/**
 * How many bytes more a call of the client may allocate than a call by hand. With a `Response`, the platform's share
 * varies by some hundred bytes. With the plain object, the difference is about 1,850 or 2,050 bytes, because the
 * optimizer decides by the earlier calls of the process.
 */
export const allocationLimits: Record<keyof typeof answers, number> = {
  'network-like Response': 1_800,
  'Response of a text': 2_600,
  'plain stub': 2_150,
};

/** Returns one call, by hand and by the client. */
export function oneMember(answer: (body: string) => Fetch) {
  const fetch = answer(member);
  const { members } = new PartnerRatingClient({ apiKey: 'prk_benchmark', baseUrl, fetch });
  return {
    answer: fetch,
    fetch: byHand(fetch, `${baseUrl}/partner/member?memberId=10482`),
    client: () => members.get('10482'),
  };
}

/** Returns a call for a hundred members, by hand and by the client. */
export function hundredMembers(answer: (body: string) => Fetch) {
  const fetch = answer(hundred);
  const { members } = new PartnerRatingClient({ apiKey: 'prk_benchmark', baseUrl, fetch });
  return {
    answer: fetch,
    fetch: byHand(fetch, `${baseUrl}/partner/members?ids=${ids}`),
    client: () => members.getBulk({ ids }),
  };
}

function byHand(fetch: Fetch, url: string) {
  return async (): Promise<unknown> => {
    const headers = { accept: 'application/json', 'x-api-key': 'prk_benchmark' };
    return await (await fetch(url, { method: 'GET', headers })).json();
  };
}
