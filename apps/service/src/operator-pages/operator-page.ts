import type { PostedForm } from '../accounts/posted-form.ts';
import type { Dependencies } from '../platform/configuration/dependencies.ts';
import type { FormFault } from '../platform/pages/render.ts';
import type { OperatorView } from '../platform/pages/render-operator.ts';
import type { Notice } from './notice.ts';

/** An operator looks at a page. */
export interface Visit {
  dependencies: Dependencies;
  /** What the address names. */
  params: Readonly<Record<string, string>>;
  query: URLSearchParams;
  /** A form that was sent from this page and refused. */
  attempt: Attempt | null;
}

export interface Attempt {
  act: string;
  field: PostedForm['field'];
  faults: FormFault[];
}

/** A page with what may be done there. */
export interface OperatorPageDefinition {
  path: string;
  /** The main page that it belongs to. */
  current: string;
  /** @throws OperatorError where there is nothing at this address. */
  show: (visit: Visit) => Promise<ShownView>;
  /** By the name that a form says what it does with. */
  acts?: Readonly<Record<string, Act>>;
}

/** A view, with why the list that was asked for cannot be shown. */
export type ShownView = OperatorView & { fault?: string };

export interface Act {
  /** Its form shows what is stored: nothing is changed where that is not any more what the form showed. */
  isEdit?: boolean;
  /**
   * What it does, after "To …", where the operator authenticates again before it; null where this form does
   * nothing of the kind.
   */
  asksAgain?: string | ((visit: Visit, form: PostedForm) => Promise<string | null>);
  /** @throws OperatorError or InvalidAccountError with what to do otherwise. */
  run: (visit: Visit, form: PostedForm) => Promise<Done>;
}

/** What a form did: a notice on the page it leads to, or a page that is shown once. */
export type Done = { notice: Notice; location?: string } | { view: OperatorView };

/** What a field of a form has: as it was typed, where the form was refused. */
export function typed({ attempt }: Visit, act: string, name: string, value: string): string {
  return attempt?.act === act ? attempt.field(name) : value;
}
