import { Module, type DynamicModule } from '@nestjs/common';
import { AdmissionModule } from '../admission/admission.module.js';
import { McpGuard } from './endpoint/mcp-guard.js';
import { McpController } from './endpoint/mcp.controller.js';
import { MetadataController } from './endpoint/metadata.controller.js';
import { ToolCalls } from './endpoint/tool-calls.js';

/** The tools of agents at `/mcp`. */
@Module({})
export class McpModule {
  /** @param operations the module that runs operations. */
  static with(operations: DynamicModule): DynamicModule {
    return {
      module: McpModule,
      imports: [AdmissionModule, operations],
      controllers: [McpController, MetadataController],
      providers: [McpGuard, ToolCalls],
      exports: [McpGuard],
    };
  }
}
