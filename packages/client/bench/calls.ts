import document from '@partner-rating/spec/openapi.json' with { type: 'json' };
import { type Fetch, PartnerRatingClient } from '../src/index.ts';

const { examples } = document.components;
const member = JSON.stringify(examples['members.get'].value);
const ids = Array.from({ length: 100 }, (_, index) => String(10_000 + index));
const hundred = JSON.stringify(ids.map(() => examples['members.get'].value));

const json = { 'content-type': 'application/json' };

export const baseUrl = 'http://localhost:3001/api/v1';

/**
 * What answers at once, so that only what is around it costs: a response as the network gives it, which has an
 * address and a stream as its body; one that is made of a text; and an object that can do no more than is asked of it.
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
 * What a call by the client may allocate more than one by hand, in bytes. With a `Response`, what the platform allocates
 * differs by some hundred from one measurement to the next. With the stub the compiler decides by what the process called
 * before: it is about 1,850 or 2,050.
 */
export const allocationLimits: Record<keyof typeof answers, number> = {
  'network-like Response': 1_800,
  'Response of a text': 2_600,
  'plain stub': 2_150,
};

/** One call, by hand and by the client. */
export function oneMember(answer: (body: string) => Fetch) {
  const fetch = answer(member);
  const { members } = new PartnerRatingClient({ apiKey: 'prk_benchmark', baseUrl, fetch });
  return {
    answer: fetch,
    fetch: byHand(fetch, `${baseUrl}/partner/member?memberId=10482`),
    client: () => members.get('10482'),
  };
}

/** A hundred members in one call, by hand and by the client. */
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
