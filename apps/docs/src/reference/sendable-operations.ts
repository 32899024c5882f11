import { exampleArguments, modelOf } from '@partner-rating/codegen/model';
import { contract } from '@partner-rating/spec/contract';
import type { Operation } from '@partner-rating/spec/document';
import type {
  Credential,
  Sendable,
  SendableBody,
  SendableOperation,
} from '../browser/send/sendable-operation.ts';
import { operationAddress } from '../content/links.ts';

/** What the form on the page sends: every operation with its named examples. */
export function sendable(): Sendable {
  return {
    servers: (contract.document.servers ?? []).map((server) => ({
      label: server.description ?? server.url,
      address: server.url,
      isMock: server['x-environment'] === 'mock',
    })),
    operations: Object.fromEntries(
      contract
        .operations()
        .map((operation) => [sectionOf(operation), sendableOperation(operation)]),
    ),
  };
}

/** The part of the reference that describes it: `/matches/matches.submit`. */
function sectionOf({ id }: Operation): string {
  return operationAddress(id)?.split('#')[1] ?? '';
}

function sendableOperation(operation: Operation): SendableOperation {
  const { method, path, schemes, parameters, body } = operation;
  const { query } = exampleArguments(contract, modelOf(contract, operation));
  return {
    method,
    path,
    credentials: credentials.filter((name) => schemes.includes(name)),
    parameters: parameters.flatMap(({ name, in: location, required = false, schema }) =>
      // A page of another origin can send none.
      location === 'cookie'
        ? []
        : {
            name,
            in: location,
            required,
            example: String(contract.firstExample(schema) ?? ''),
            isFilledIn: location === 'path' || name in query || isOfPage(operation, name),
          },
    ),
    bodies: Object.entries(body?.content ?? {}).flatMap(([mediaType, { examples }]) =>
      examples.map(({ summary, value }) => sendableBody(mediaType, summary, value)),
    ),
    isBodyRequired: body?.required ?? false,
  };
}

/** What a player's browser brings to a page: all parameters but the one that stands for the others. */
function isOfPage({ isPage }: Operation, parameter: string): boolean {
  return isPage && parameter !== 'request_uri';
}

const credentials: Credential[] = ['ApiKey', 'AccessToken'];

function sendableBody(mediaType: string, summary: string, value: unknown): SendableBody {
  return mediaType === 'application/json'
    ? { mediaType, label: summary, text: JSON.stringify(value, null, 2) }
    : {
        mediaType,
        label: `${summary} (as a form)`,
        text: new URLSearchParams(value as Record<string, string>).toString(),
      };
}
