import errors from '@partner-rating/spec/errors.json' with { type: 'json' };
import { html, page } from './html.ts';
import { htmlAnswer, type PageAnswer } from './page-answer.ts';

/** The path of the pages about problems, before the code. */
export const ERRORS_PATH = '/docs/errors/';

/** Returns the page about a problem or, without a code, about OAuth errors. Returns undefined for an unknown code. */
export function errorPage(code: string): PageAnswer | undefined {
  if (code === '') return htmlAnswer(200, page('OAuth errors', oauthErrors));
  const problem = errors.problems.find((candidate) => candidate.code === code);
  if (problem === undefined) return undefined;
  const content = html`
<p>${problem.detail}</p>
<h2>What to do</h2>
<p>${problem.action}</p>
<p>Its status is <code>${problem.status}</code> and its code <code>${code}</code>; the client throws
<code>${problem.clientError}</code>. To get it from an operation that documents it, send
<code>Prefer: example=error-${code}</code>, or <a href="/">choose a scenario</a>.</p>`;
  return htmlAnswer(200, page(problem.title, content));
}

const oauthErrors = html`<dl>${errors.oauth.map(
  ({ error, description, action }) =>
    html`<dt id="${error}"><code>${error}</code></dt><dd>${description} ${action}</dd>`,
)}</dl>`;
