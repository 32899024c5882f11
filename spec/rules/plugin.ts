// The plugin that Redocly loads with all rules of this folder.

import { answerSets } from './answer-sets.ts';
import { arrayBounds } from './array-bounds.ts';
import { additions, breakingChanges } from './breaking-changes.ts';
import { deprecationDates } from './deprecation-dates.ts';
import { descriptionLength } from './description-length.ts';
import { errorResponses } from './error-responses.ts';
import { explicitSecurity } from './explicit-security.ts';
import { explicitStatuses } from './explicit-statuses.ts';
import { externalDocs } from './external-docs.ts';
import { fromCatalogue } from './from-catalogue.ts';
import { idempotentOperations } from './idempotent-operations.ts';
import { identifierPatterns } from './identifier-patterns.ts';
import { jsonSchemaDialect } from './json-schema-dialect.ts';
import { mapKeys } from './map-keys.ts';
import { namedExamples } from './named-examples.ts';
import { noCircularReferences } from './no-circular-references.ts';
import { nullableAsTypeArray } from './nullable-as-type-array.ts';
import { openSets } from './open-sets.ts';
import { operationIds } from './operation-ids.ts';
import { operationParts } from './operation-parts.ts';
import { pagination } from './pagination.ts';
import { patternMessages } from './pattern-messages.ts';
import { plainWords } from './plain-words.ts';
import { positionalParameters } from './positional-parameters.ts';
import { propertyNames } from './property-names.ts';
import { rateLimitClass } from './rate-limit-class.ts';
import { referenceSiblings } from './reference-siblings.ts';
import { requestObjectsClosed } from './request-objects-closed.ts';
import { requestTexts } from './request-texts.ts';
import { requiredScopes } from './required-scopes.ts';
import { responseHeaders } from './response-headers.ts';
import { responseObjectsOpen } from './response-objects-open.ts';
import { scalarExamples } from './scalar-examples.ts';
import { schemaKeywords } from './schema-keywords.ts';
import { secretFields } from './secret-fields.ts';
import { securityRoles } from './security-roles.ts';
import { sentenceDescriptions } from './sentence-descriptions.ts';
import { setValues } from './set-values.ts';
import { setsFromCatalogue } from './sets-from-catalogue.ts';
import { stringBounds } from './string-bounds.ts';
import { summaryStyle } from './summary-style.ts';
import { unions } from './unions.ts';

export const id = 'partner-rating';

export const rules = {
  'answer-sets': answerSets,
  'array-bounds': arrayBounds,
  'deprecation-dates': deprecationDates,
  'description-length': descriptionLength,
  'error-responses': errorResponses,
  'explicit-security': explicitSecurity,
  'explicit-statuses': explicitStatuses,
  'external-docs': externalDocs,
  'idempotent-operations': idempotentOperations,
  'identifier-patterns': identifierPatterns,
  'json-schema-dialect': jsonSchemaDialect,
  'map-keys': mapKeys,
  'named-examples': namedExamples,
  'no-circular-references': noCircularReferences,
  'nullable-as-type-array': nullableAsTypeArray,
  'open-sets': openSets,
  'operation-ids': operationIds,
  'operation-parts': operationParts,
  pagination,
  'pattern-messages': patternMessages,
  'plain-words': plainWords,
  'positional-parameters': positionalParameters,
  'property-names': propertyNames,
  'rate-limit-class': rateLimitClass,
  'reference-siblings': referenceSiblings,
  'request-objects-closed': requestObjectsClosed,
  'request-texts': requestTexts,
  'required-scopes': requiredScopes,
  'response-headers': responseHeaders,
  'response-objects-open': responseObjectsOpen,
  'scalar-examples': scalarExamples,
  'schema-keywords': schemaKeywords,
  'secret-fields': secretFields,
  'security-roles': securityRoles,
  'sentence-descriptions': sentenceDescriptions,
  'set-values': setValues,
  'sets-from-catalogue': setsFromCatalogue,
  'string-bounds': stringBounds,
  'summary-style': summaryStyle,
  unions,
};

/** The plugin that Redocly loads: the rules, and the rule set `all`, which enables all of them. */
export default function plugin() {
  return {
    id,
    rules: { oas3: rules },
    preprocessors: { oas3: { 'from-catalogue': fromCatalogue } },
    diff: { oas3: { ...breakingChanges, ...additions } },
    configs: {
      all: {
        preprocessors: { [`${id}/from-catalogue`]: 'on' },
        rules: every(rules, 'error'),
        diff: { ...every(breakingChanges, 'major'), ...every(additions, 'minor') },
      },
    },
  };
}

function every<Setting>(named: object, setting: Setting): Record<string, Setting> {
  return Object.fromEntries(Object.keys(named).map((name) => [`${id}/${name}`, setting]));
}
