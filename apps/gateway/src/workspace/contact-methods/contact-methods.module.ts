import { Module } from '@nestjs/common';
import { ContactMethodsController } from './contact-methods.controller.js';
import { ContactMethodsRepository } from './contact-methods.repository.js';
import { ContactMethodsService } from './contact-methods.service.js';

@Module({ controllers: [ContactMethodsController], providers: [ContactMethodsRepository, ContactMethodsService] })
export class ContactMethodsModule {}
