import { Module } from '@nestjs/common';
import { ProjectsController } from './projects.controller.js';
import { ProjectsRepository } from './projects.repository.js';

@Module({ controllers: [ProjectsController], providers: [ProjectsRepository], exports: [ProjectsRepository] })
export class ProjectsModule {}
