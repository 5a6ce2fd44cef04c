-- CreateTable
CREATE TABLE "agent_run_assemblies" (
    "project_number" INTEGER NOT NULL,
    "delay" INTEGER NOT NULL,
    "watermark" TIMESTAMPTZ(0) NOT NULL,
    "trace_id" TEXT NOT NULL DEFAULT '',

    CONSTRAINT "agent_run_assemblies_pkey" PRIMARY KEY ("project_number","delay")
);
