import { catalogue } from '../src/catalogue.ts';
import type { DiffRule, Side } from './diff-rule.ts';

const quotas = new Map(
  catalogue.rateLimitClasses.map(({ name, requestsPerMinute }) => [name, requestsPerMinute]),
);

/** Returns the requests per minute of an operation's class, or none if the class no longer exists. */
function quotaOf(side: Side | undefined): number {
  return quotas.get((side?.value ?? 'default') as string) ?? Number.POSITIVE_INFINITY;
}

/** An operation counts in a class that allows fewer requests. */
export const rateClassLowered: DiffRule = () => ({
  Operation({ property, base, revision }, { report }) {
    if (property !== 'x-rate-limit-class' || quotaOf(revision) >= quotaOf(base)) return;
    report({
      message: `The rate-limit class went from \`${base?.value ?? 'default'}\` to \`${revision?.value ?? 'default'}\`, which allows fewer requests.`,
    });
  },
});

/** `"default";q=600;w=60`, as `RateLimit-Policy` has it. */
const policy = /^"(.+)";q=(\d+);w=60$/;

function policiesOf(side: Side | undefined): Map<string, number> {
  const policies = (side?.value ?? []) as string[];
  const parts = policies.flatMap((text) => [policy.exec(text) ?? []]);
  return new Map(parts.map(([, name = '', quota]) => [name, Number(quota)]));
}

/** A class allows fewer requests, by the header field that states it. */
export const quotaLowered: DiffRule = () => ({
  Schema({ path, property, base, revision }, { report }) {
    if (property !== 'examples' || !path.includes('/RateLimit-Policy/')) return;
    const after = policiesOf(revision);
    for (const [name, before] of policiesOf(base)) {
      const now = after.get(name) ?? 0;
      if (now < before) {
        report({
          message: `The rate-limit class \`${name}\` went from ${before} to ${now} requests a minute.`,
        });
      }
    }
  },
});
