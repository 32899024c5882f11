// Rules for changes that `redocly diff` rates as harmless, because it does not know their meaning: the extensions of this
// document, defaults, and header fields. `redocly.yaml` makes each of these a major change, and `additions` minor ones.
import type { DiffRule } from './diff-rule.ts';
import { quotaLowered, rateClassLowered } from './rate-limit-changes.ts';

/** The body limit of an operation that does not state one. */
const defaultBodyLimit = 1024 * 1024;

const scopesAdded: DiffRule = () => ({
  SpecExtension({ path, property, base, revision }, { report }) {
    if (!path.endsWith('/x-required-scopes') || property === undefined) return;
    const before = (base?.value ?? []) as string[];
    const added = ((revision?.value ?? []) as string[]).filter((scope) => !before.includes(scope));
    if (added.length > 0) report({ message: `The scope ${added.join(', ')} became required.` });
  },
});

const bodyLimitLowered: DiffRule = () => ({
  Operation({ property, base, revision }, { report }) {
    if (property !== 'x-body-limit') return;
    const before = (base?.value ?? defaultBodyLimit) as number;
    const after = (revision?.value ?? defaultBodyLimit) as number;
    if (after < before)
      report({ message: `The body limit went from ${before} to ${after} bytes.` });
  },
});

const idempotencyRemoved: DiffRule = () => ({
  Operation({ property, revision }, { report }) {
    if (property === 'x-idempotent' && revision?.value !== true) {
      report({ message: '`Idempotency-Key` is no longer honoured.' });
    }
  },
});

const safetyRemoved: DiffRule = () => ({
  Operation({ property, revision }, { report }) {
    if ((property === 'x-safe' || property === 'x-repeatable') && revision?.value !== true) {
      report({
        message: `It is no longer safe to repeat (\`${property}\`), and clients repeat it.`,
      });
    }
  },
});

const paginationChanged: DiffRule = () => ({
  SpecExtension({ kind, path }, { report }) {
    if (kind === 'added' || !path.endsWith('/x-pagination')) return;
    report({ message: 'The pages of the list go on in another way (`x-pagination`).' });
  },
});

const headerOptional: DiffRule = () => ({
  Header({ property, path, base, revision }, { report }) {
    if (property !== 'required' || base?.value !== true || revision?.value === true) return;
    report({ message: `The header field \`${path.split('/').at(-1)}\` may be missing now.` });
  },
});

const requestSetGrown: DiffRule = () => ({
  Schema({ property, base, revision }, { report, getDirections }) {
    if (property !== 'enum' || !getDirections().includes('request')) return;
    const before = base?.value as unknown[] | undefined;
    const added = ((revision?.value ?? []) as unknown[]).filter((one) => !before?.includes(one));
    if (before === undefined || added.length === 0) return;
    report({ message: `The set of a request takes ${added.join(', ')} as well.` });
  },
});

const defaultChanged: DiffRule = () => ({
  Schema({ property, base, revision }, { report, getDirections }) {
    if (property !== 'default' || !getDirections().includes('request')) return;
    report({
      message: `The default went from ${JSON.stringify(base?.value)} to ${JSON.stringify(revision?.value)}.`,
    });
  },
});

const eventHeaderRemoved: DiffRule = () => ({
  Parameter({ kind, path, base }, { report }) {
    if (kind !== 'removed' || !path.startsWith('#/webhooks/')) return;
    const parameter = base?.value as { name: string } | undefined;
    report({
      message: `The header field \`${parameter?.name}\` is no longer sent with the event.`,
    });
  },
});

export const breakingChanges = {
  'scopes-added': scopesAdded,
  'body-limit-lowered': bodyLimitLowered,
  'idempotency-removed': idempotencyRemoved,
  'default-changed': defaultChanged,
  'event-header-removed': eventHeaderRemoved,
  'header-optional': headerOptional,
  'pagination-changed': paginationChanged,
  'quota-lowered': quotaLowered,
  'rate-class-lowered': rateClassLowered,
  'safety-removed': safetyRemoved,
};

export const additions = {
  'request-set-grown': requestSetGrown,
};
