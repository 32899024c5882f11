import { existsSync, readFileSync } from 'node:fs';
import { STATUS_CODES } from 'node:http';
import { catalogue, type Problem } from '@partner-rating/spec/catalogue';
import { contract } from '@partner-rating/spec/contract';
import type { Area } from './page.ts';
import { renderTemplate } from './templates.ts';

/** Returns a page for each error code, to which a problem's `type` links, and a page that lists them. */
export function errors(): Area {
  const { problems } = catalogue.errors;
  return {
    pages: [
      { path: 'errors/index', markdown: renderTemplate('error-list.md.eta', catalogue.errors) },
      ...problems.map((problem) => ({
        path: `errors/${problem.code}`,
        markdown: errorMarkdown(problem),
      })),
    ],
    menu: [
      { title: 'All errors', entries: [{ label: 'All errors', path: 'errors/index' }] },
      ...Object.entries(Object.groupBy(problems, ({ status }) => status)).map(
        ([status, ofStatus = []]) => ({
          title: `${status} ${STATUS_CODES[status]}`,
          entries: ofStatus.map(({ code }) => ({ label: code, path: `errors/${code}` })),
        }),
      ),
    ],
  };
}

function errorMarkdown(problem: Problem): string {
  const { code, status } = problem;
  const causes = new URL(`../../errors/${code}.md`, import.meta.url);
  if (!existsSync(causes)) {
    throw new Error(
      `Write apps/docs/errors/${code}.md: a list of what makes the code ${code} happen.`,
    );
  }
  const answering = new Set(
    contract
      .bodies()
      .filter(({ examples }) => examples.some(({ value }) => Object(value).code === code))
      .map(({ id }) => id),
  );
  return renderTemplate('error.md.eta', {
    ...problem,
    reason: STATUS_CODES[status],
    causes: readFileSync(causes, 'utf8').trim(),
    example: JSON.stringify(exampleOf(problem), null, 2),
    operations: contract.operations().filter(({ id }) => answering.has(id)),
  });
}

// A request to an unknown address gets this error, which no operation documents.
function exampleOf({ code, status, title, detail }: Problem): unknown {
  const documented = contract.examples().find(({ name }) => name === `error-${code}`);
  return (
    documented?.value ?? {
      type: `http://localhost:3001/docs/errors/${code}`,
      title,
      status,
      detail,
      instance: 'req_01k4yh2c7w3r8s5d1f6j9m2q0v',
      code,
    }
  );
}
