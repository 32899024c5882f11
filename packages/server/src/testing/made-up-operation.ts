import type { ReceivedMessage } from '../request/request-head.ts';
import type { ErrorItem } from '../schema/errors.ts';
import type { JsonSchema, Operation, OperationParameter } from '../schema/operation-table.ts';

/** Creates an operation for one test, because the readers of the document's operations are created once per process. */
export function operationWith(parts: Partial<Operation>): Operation {
  return {
    ...{ id: 'made.up', parameters: [], body: null, errorFormat: 'problem' },
    ...parts,
  } as unknown as Operation;
}

/** Returns an optional query parameter, unless `parts` differ. */
export function parameter(
  name: string,
  schema: JsonSchema,
  parts: Partial<OperationParameter> = {},
): OperationParameter {
  return { name, schema, in: 'query', required: false, explode: false, ...parts };
}

/** Returns the part of a request that a reader reads, and the errors that it finds. */
export function readWith<Values>(
  reader: (message: ReceivedMessage, errors: ErrorItem[]) => Values,
  {
    url = '/a',
    headers = {},
    rawHeaders = Object.entries(headers).flat().map(String),
    ...message
  }: Partial<ReceivedMessage['head'] & ReceivedMessage>,
) {
  const errors: ErrorItem[] = [];
  const head = { url, headers, rawHeaders };
  const values = reader({ head, params: {}, body: undefined, ...message }, errors);
  return { values, errors: errors.map(({ pointer, code }) => `${pointer} ${code}`), all: errors };
}
