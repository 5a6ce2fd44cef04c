import type { AttributeList, JsonObject } from '@svc/otlp/wire';
import type { Output } from '../fields/output.js';
import { toFields, toPairs, toText } from '../fields/read-fields.js';
import { isOfResource } from '../fields/resource.js';
import { addRequest } from './request.js';

/** An address that the server is asked to fill in. */
const AUTOMATIC = '{{auto}}';

/** Adds what an event and a transaction say in common: the user, the request, tags, contexts and extra data. */
export function addContext(list: AttributeList, event: JsonObject, output: Output): void {
  addUser(list, event);
  addRequest(list, event, output);
  for (const [name, value] of toPairs(event['tags'])) list.add(name, toText(value));
  const contexts = toFields(event['contexts']);
  for (const [context, content] of Object.entries(contexts)) {
    if (context === 'browser') addBrowser(list, toFields(content));
    else if (context === 'otel') addAttributes(list, toFields(toFields(content)['attributes']));
    else if (context !== 'trace') addMembers(list, context, toFields(content));
  }
  list.flatten('extra', event['extra']);
  if (Object.keys(toFields(event['modules'])).length > 0) output.drop('module_list');
}

function addUser(list: AttributeList, event: JsonObject): void {
  const { id, username, name, email, ip_address: address, ...rest } = toFields(event['user']);
  list.add('user.id', toText(id));
  list.add('user.name', toText(username));
  list.add('user.full_name', toText(name));
  list.add('user.email', toText(email));
  if (address !== AUTOMATIC) list.add('client.address', toText(address));
  for (const [member, value] of Object.entries(rest)) list.flatten(`user.${member}`, value);
}

function addBrowser(list: AttributeList, { name, version }: JsonObject): void {
  list.add('user_agent.name', toText(name));
  list.add('user_agent.version', toText(version));
}

/** Attributes that an SDK built on OpenTelemetry has under their own names. */
function addAttributes(list: AttributeList, attributes: JsonObject): void {
  for (const [name, value] of Object.entries(attributes)) list.flatten(name, value);
}

function addMembers(list: AttributeList, context: string, content: JsonObject): void {
  for (const [member, value] of Object.entries(content)) {
    if (member !== 'type' && !isOfResource(context, member)) list.flatten(`contexts.${context}.${member}`, value, 1);
  }
}
