import type { FastifyRequest } from 'fastify';
import type { LogInRefusal } from '../../../connect/login/domain/refusals.ts';
import type { PostedForm } from '../../../connect/login/posted-form.ts';
import type { Realm } from '../../../connect/login/realms.ts';
import type { Dependencies } from '../../../platform/configuration/dependencies.ts';
import type { HtmlAnswer } from '../../../platform/pages/answer.ts';
import type { FormField } from '../../../platform/pages/render.ts';
import type { OperatorCaller } from '../../api/caller.ts';

/** Somebody who is logged in. */
export interface Visitor {
  name: string;
  email?: string | null;
  /** The token of the session, to which forms are bound. */
  session: string;
}

/** The pages of operators, or those of people of partners. */
export interface Area<Person extends Visitor = Visitor> {
  /** The accounts of its people. */
  realm: Realm;
  home: string;
  /** The name of the menu. */
  label: string;
  menu: readonly { text: string; address: string }[];
  find: (dependencies: Dependencies, request: FastifyRequest) => Promise<Person | null>;
  /** The page for everybody else. */
  logInPage: (dependencies: Dependencies, request: FastifyRequest) => HtmlAnswer;
  /** Returns the caller of the operations. */
  callerOf: (person: Person) => OperatorCaller;
  actAs: <Outcome>(person: Person, run: () => Promise<Outcome>) => Promise<Outcome>;
  proof: {
    fields: (dependencies: Dependencies, person: Person) => Promise<FormField[]>;
    isFresh: (person: Person, now: Date) => boolean;
    /** Why it is refused; null if it is accepted, `ended` if the session ended because of it. */
    check: (
      dependencies: Dependencies,
      person: Person,
      form: PostedForm,
    ) => Promise<LogInRefusal | 'ended' | null>;
  };
  /** The page of a value such as a `clientId`; null if the area has none. */
  pageOf: (name: string, value: string) => string | null;
}
