import { BASE_PATH } from '../contract.ts';
import { scenarios } from '../scenarios/index.ts';
import { eventExamples } from '../webhooks.ts';
import { html, page } from './html.ts';

/** Returns the scenarios and events as text, for a terminal. */
export function guide(usualScenario: string): string {
  const stories = Object.entries(scenarios).map(
    ([name, { description }]) => `  ${name.padEnd(19)}${description}`,
  );
  const events = [...eventExamples].map(
    ([type, names]) => `  ${type.padEnd(20)}${names.join(' ')}`,
  );
  return [
    `The mock serves the contract's examples under ${BASE_PATH}.`,
    '',
    `Scenarios, by the header X-Mock-Scenario (now: ${usualScenario}); as JSON at /scenarios:`,
    ...stories,
    '',
    'Events, by POST /webhooks/emit with { "type": … } or { "example": … }:',
    ...events,
    '',
  ].join('\n');
}

/** Returns the scenarios and events as a page, for people who design a front end. */
export function guidePage(origin: string, usualScenario: string): string {
  const baseUrl = origin + BASE_PATH;
  const stories = Object.entries(scenarios).map(
    ([name, { description }]) => html`
  <dt id="${name}"><code>${name}</code>${name === usualScenario ? ' (now)' : ''}</dt>
  <dd>${description}</dd>`,
  );
  const events = [...eventExamples].map(
    ([type, names]) => html`
  <dt><code>${type}</code></dt>
  <dd>${names.join(', ')}</dd>`,
  );
  const content = html`
<p>This mock answers every operation of the Partner Rating Service with the examples of its contract,
behind <code>${baseUrl}</code>. The mock accepts any API key. The same request always has the same answer.</p>
<pre>curl -H 'X-API-Key: prk_any' '${baseUrl}/partner/member?memberId=10482'</pre>
<h2>Choose a scenario</h2>
<p>A scenario is one coherent set of answers for all operations: names, ratings and scopes agree. Send its name in a header,
<code>X-Mock-Scenario: disconnected</code>, or start the mock with <code>--scenario disconnected</code>.
A single answer is chosen by <code>Prefer: code=404</code> or by the name of an example,
<code>Prefer: example=members.get-unrated</code>. The scenarios are <a href="/scenarios">JSON</a>, too.</p>
<dl>${stories}
</dl>
<h2>Connect a player</h2>
<p>Begin as your server will: <code>POST ${baseUrl}/partner/oauth/authorize</code> answers with an
<code>authorization_url</code>. It leads to a page of this mock with two buttons, which returns to your
<code>redirect_uri</code> with <code>code</code>, <code>state</code> and <code>iss</code>, or with the
refusal. Nobody logs in. The tokens have the scopes that you request. Try it: <a href="${sampleAuthorization(baseUrl)}">connect Mike Brennan</a>, and
return to this page.</p>
<h2>Webhooks</h2>
<p>Start the mock with <code>--webhooks-to</code> and the address of your receiver; then
<code>POST ${origin}/webhooks/emit</code> sends an event, signed as the service signs it:
<code>{ "type": "rating.updated" }</code>, or <code>{ "example": "…" }</code> for one of these.</p>
<dl>${events}
</dl>`;
  return page('The mock of the Partner Rating Service', content);
}

function sampleAuthorization(baseUrl: string): string {
  const query = new URLSearchParams({
    client_id: 'courtside-club',
    redirect_uri: new URL('/', baseUrl).href,
    response_type: 'code',
    state: 'from-the-guide',
  });
  return `${baseUrl}/partner/oauth/authorize?${query}`;
}
