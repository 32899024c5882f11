import type { OperatorField } from '../platform/pages/render-operator.ts';

type Extras = Omit<OperatorField, 'name' | 'label' | 'kind' | 'value' | 'choices'>;

export function textField(
  name: string,
  label: string,
  value: string,
  extras: Extras = {},
): OperatorField {
  return { name, label, kind: 'text', value, ...extras };
}

export function choiceField(
  name: string,
  label: string,
  value: string,
  choices: readonly (readonly [value: string, label: string])[],
): OperatorField {
  return { name, label, kind: 'choice', value, choices };
}

/** A choice of words that stand for themselves; the empty one is all. */
export function anyOf(
  name: string,
  label: string,
  value: string,
  words: readonly string[],
): OperatorField {
  const choices = words.map((word) => [word, word] as const);
  return choiceField(name, label, value, [['', 'Any'], ...choices]);
}
