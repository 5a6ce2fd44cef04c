import type { MessageInitShape } from '@bufbuild/protobuf';
import {
  ContactMethods,
  type CallContext,
  type ContactMethodSchema,
  type ContactMethodsAddRequest,
  type ContactMethodsDeleteRequest,
  type ContactMethodsDeleteResponseSchema,
  type ContactMethodsListRequest,
  type ContactMethodsListResponseSchema,
  type ContactMethodsVerifyRequest,
} from '@svc/contract';
import type { ContactMethod } from '@svc/relational';
import { RpcController, type Call, type Handlers } from '@svc/rpc';
import { toContactMethod } from './contact-method.message.js';
import { ContactMethodsService } from './contact-methods.service.js';

@RpcController(ContactMethods)
export class ContactMethodsController implements Handlers<typeof ContactMethods> {
  constructor(private readonly contactMethods: ContactMethodsService) {}

  async list(
    _request: ContactMethodsListRequest,
    { context }: Call,
  ): Promise<MessageInitShape<typeof ContactMethodsListResponseSchema>> {
    return { contactMethods: await this.#toMessages(context, await this.contactMethods.list(context)) };
  }

  async add(
    request: ContactMethodsAddRequest,
    { context }: Call,
  ): Promise<MessageInitShape<typeof ContactMethodSchema>> {
    const [added = {}] = await this.#toMessages(context, [await this.contactMethods.add(context, request)]);
    return added;
  }

  async verify(
    { methodId, code }: ContactMethodsVerifyRequest,
    { context }: Call,
  ): Promise<MessageInitShape<typeof ContactMethodSchema>> {
    const [verified = {}] = await this.#toMessages(context, [
      await this.contactMethods.verify(context, methodId, code),
    ]);
    return verified;
  }

  async delete(
    { methodId }: ContactMethodsDeleteRequest,
    { context }: Call,
  ): Promise<MessageInitShape<typeof ContactMethodsDeleteResponseSchema>> {
    await this.contactMethods.delete(context, methodId);
    return {};
  }

  async #toMessages(context: CallContext, methods: readonly ContactMethod[]) {
    return (await this.contactMethods.describe(context, methods)).map(toContactMethod);
  }
}
