import {
  createRegistry,
  getOption,
  hasOption,
  type DescField,
  type DescMessage,
  type MessageShape,
} from '@bufbuild/protobuf';
import type { Path } from '@bufbuild/protobuf/reflect';
import { createValidator, type Violation } from '@bufbuild/protovalidate';
import { field as fieldOption } from '@bufbuild/protovalidate/gen/buf/validate/validate_pb.js';
import type { ErrorDetail } from '@svc/service-error';
import { pattern_reason as patternReason } from './gen/svc/v1/policy_pb.js';
import { file_svc_v1_rules as ownRules } from './gen/svc/v1/rules_pb.js';
import { childPath, itemPath } from './json/path.js';

const validator = createValidator({ registry: createRegistry(ownRules) });

/**
 * Validates a message by the rules of its proto.
 *
 * @returns every violation by its path; empty for a valid message. Reasons name the rule and never the value.
 * @throws the error of a rule that cannot be compiled or run.
 */
export function validate<Desc extends DescMessage>(desc: Desc, message: MessageShape<Desc>): ErrorDetail[] {
  const result = validator.validate(desc, message);
  if (result.kind === 'error') throw result.error;
  return result.kind === 'valid' ? [] : result.violations.map(toDetail);
}

function toDetail(violation: Violation): ErrorDetail {
  return { path: wirePath(violation.field), reason: toReason(violation) };
}

/**
 * Says what the rule demands in words: not as a regular expression, and not as a list with an empty value for an absent field. Removes the
 * subject of protovalidate's reasons ("value must be …"), because the path names it.
 */
function toReason({ message, ruleId, field: path }: Violation): string {
  const field = path.findLast((element) => element.kind === 'field');
  if (field && ruleId === 'string.pattern' && hasOption(field, patternReason)) return getOption(field, patternReason);
  if (field && ruleId === 'string.in') return `must be one of ${readChoices(field).join(', ')}`;
  const reason = inflect(message.replace(/^value (?=is |must |length |does )/, ''));
  return reason === '' ? `breaks the rule ${ruleId}` : reason;
}

/** Corrects the nouns of protovalidate's reasons: `at least 1 characters`, `at least 2 item(s)`. */
function inflect(reason: string): string {
  return reason
    .replace(/\b1 (character|byte)s\b/, '1 $1')
    .replace(
      /\b(\d+) (item|pair)\(s\)/,
      (_, count: string, noun: string) => `${count} ${noun}${count === '1' ? '' : 's'}`,
    );
}

function readChoices(field: DescField): readonly string[] {
  const { type } = getOption(field, fieldOption);
  const rules = type.case === 'repeated' ? type.value.items?.type : type;
  return rules?.case === 'string' ? rules.value.in.filter((choice) => choice !== '') : [];
}

function wirePath(path: Path): string {
  return path.reduce((parent, element) => {
    switch (element.kind) {
      case 'field':
      case 'oneof':
        return childPath(parent, element.name);
      case 'extension':
        return childPath(parent, element.typeName);
      case 'list_sub':
        return itemPath(parent, element.index);
      case 'map_sub':
        return childPath(parent, String(element.key));
    }
  }, '');
}
