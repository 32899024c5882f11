// What `redocly diff` rates as harmless because it cannot know it: the extensions of this document,
// defaults, and the header fields of events. `redocly.yaml` makes each of these a major change.

interface Side {
  value: unknown;
}

/** A difference between two documents, as Redocly hands it to a diff rule. */
interface Change {
  kind: 'added' | 'removed' | 'modified';
  /** JSON pointer into the document. */
  path: string;
  /** The field that was modified. */
  property?: string;
  base?: Side;
  revision?: Side;
}

interface ChangeContext {
  report: (finding: { message: string }) => void;
  /** Whether the place is part of requests, of answers, or of both. */
  getDirections: () => ('request' | 'response')[];
}

type DiffRule = () => {
  [node: string]: (change: Change, context: ChangeContext) => void;
};

/** The body limit of an operation that states none. */
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
};
