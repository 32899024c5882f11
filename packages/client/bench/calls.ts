/**
 * `members.get` by the client against raw `fetch` and `.json()`, with a fetch that answers at once:
 * what the client itself costs. The two take turns, and each turn gives a ratio of its own, so that
 * whatever else the machine does weighs on both.
 */
import document from '@partner-rating/spec/openapi.json' with { type: 'json' };
import { type Fetch, PartnerRatingClient } from '../src/index.ts';

const turns = 31;
const callsPerTurn = 8_000;
const baseUrl = 'http://localhost:3001/api/v1';
const member = JSON.stringify(document.components.examples['members.get'].value);

const answers: Record<string, Fetch> = {
  'plain stub': async () =>
    ({ ok: true, status: 200, json: async () => JSON.parse(member) }) as Response,
  'real Response': async () =>
    new Response(member, { headers: { 'content-type': 'application/json' } }),
};

for (const [name, fetch] of Object.entries(answers)) {
  const { members } = new PartnerRatingClient({ apiKey: 'prk_benchmark', baseUrl, fetch });
  const byClient = () => members.get({ memberId: '10482' });
  const byFetch = async () => {
    const headers = { accept: 'application/json', 'x-api-key': 'prk_benchmark' };
    const url = `${baseUrl}/partner/member?memberId=10482`;
    return await (await fetch(url, { method: 'GET', headers })).json();
  };
  const ratios: number[] = [];
  for (let turn = 0; turn < turns; turn += 1) {
    const raw = await callsPerMillisecond(byFetch);
    ratios.push((await callsPerMillisecond(byClient)) / raw);
  }
  // The first turns are those of the compiler.
  const sorted = ratios.slice(5).sort((left, right) => left - right);
  const [low, middle, high] = [0, 0.5, 1].map(
    (part) => sorted[Math.round(part * (sorted.length - 1))],
  );
  process.stdout.write(
    `${name}: ${middle?.toFixed(3)} of raw fetch (${low?.toFixed(3)} to ${high?.toFixed(3)})\n`,
  );
}

async function callsPerMillisecond(call: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  for (let index = 0; index < callsPerTurn; index += 1) await call();
  return callsPerTurn / (performance.now() - startedAt);
}
