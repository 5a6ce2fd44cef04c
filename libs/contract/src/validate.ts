import type { DescMessage, MessageShape } from '@bufbuild/protobuf';
import type { Path } from '@bufbuild/protobuf/reflect';
import { createValidator, type Violation } from '@bufbuild/protovalidate';
import type { ErrorDetail } from '@svc/errors';
import { childPath, itemPath } from './json/path.js';

const validator = createValidator();

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

/** Removes the subject of protovalidate's reasons ("value must be …"), because the path names it. */
function toReason({ message, ruleId }: Violation): string {
  const reason = message.replace(/^value (?=is |must |length |does )/, '');
  return reason === '' ? `breaks the rule ${ruleId}` : reason;
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
