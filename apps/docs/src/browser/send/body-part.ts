import { choice, create, labelled, type Option, type Part } from './elements.ts';
import type { FilledIn } from './request.ts';
import type { SendableOperation } from './sendable-operation.ts';

const NONE = '';
const ROWS = 12;

/** The body: one of the named examples, which the reader may change. */
export function bodyPart({ bodies, isBodyRequired }: SendableOperation): Part<FilledIn['body']> {
  const options = bodies.map(({ label }, index): Option => [String(index), label]);
  const example = choice(isBodyRequired ? options : [...options, [NONE, 'No body']]);
  const text = create('textarea', { rows: ROWS, spellcheck: false, autocomplete: 'off' });
  const chosen = () => (example.value === NONE ? undefined : bodies[Number(example.value)]);
  const show = (): void => {
    text.value = chosen()?.text ?? '';
    text.disabled = chosen() === undefined;
  };
  example.addEventListener('change', show);
  show();
  return {
    elements: bodies.length === 0 ? [] : [labelled('Example', example), labelled('Body', text)],
    read: () => {
      const body = chosen();
      return body === undefined ? null : { mediaType: body.mediaType, text: text.value };
    },
  };
}
