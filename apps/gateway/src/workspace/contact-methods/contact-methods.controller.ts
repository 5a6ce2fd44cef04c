import type { MessageInitShape } from '@bufbuild/protobuf';
import {
  ContactMethods,
  type ContactMethodSchema,
  type ContactMethodsAddRequest,
  type ContactMethodsDeleteRequest,
  type ContactMethodsDeleteResponseSchema,
  type ContactMethodsListRequest,
  type ContactMethodsListResponseSchema,
  type ContactMethodsVerifyRequest,
} from '@svc/contract';
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
    const rows = await this.contactMethods.list(context);
    return { contactMethods: rows.map(toContactMethod) };
  }

  async add(
    request: ContactMethodsAddRequest,
    { context }: Call,
  ): Promise<MessageInitShape<typeof ContactMethodSchema>> {
    return toContactMethod(await this.contactMethods.add(context, request));
  }

  async verify(
    { methodId, code }: ContactMethodsVerifyRequest,
    { context }: Call,
  ): Promise<MessageInitShape<typeof ContactMethodSchema>> {
    return toContactMethod(await this.contactMethods.verify(context, methodId, code));
  }

  async delete(
    { methodId }: ContactMethodsDeleteRequest,
    { context }: Call,
  ): Promise<MessageInitShape<typeof ContactMethodsDeleteResponseSchema>> {
    await this.contactMethods.delete(context, methodId);
    return {};
  }
}
