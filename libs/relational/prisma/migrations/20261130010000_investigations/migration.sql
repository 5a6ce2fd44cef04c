-- AlterTable
ALTER TABLE "alerts" ADD COLUMN     "investigation" JSON;

-- CreateTable
CREATE TABLE "investigations" (
    "id" UUID NOT NULL,
    "project_id" UUID NOT NULL,
    "question" TEXT NOT NULL,
    "subject_type" TEXT NOT NULL,
    "subject_ref" TEXT NOT NULL,
    "scope" JSON NOT NULL,
    "read_scopes" TEXT[],
    "instruction" JSON NOT NULL,
    "onset" TIMESTAMPTZ(3),
    "status" TEXT NOT NULL,
    "round" INTEGER NOT NULL DEFAULT 1,
    "conclusion" JSON,
    "hypotheses" JSON NOT NULL DEFAULT '[]',
    "model" TEXT,
    "usage" JSON NOT NULL DEFAULT '{}',
    "error_code" TEXT,
    "error_message" TEXT,
    "last_seq" BIGINT NOT NULL DEFAULT 0,
    "version" BIGINT NOT NULL DEFAULT 1,
    "created_by" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "started_at" TIMESTAMPTZ(3),
    "completed_at" TIMESTAMPTZ(3),
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "investigations_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "investigation_entries" (
    "investigation_id" UUID NOT NULL,
    "seq" BIGINT NOT NULL,
    "project_id" UUID NOT NULL,
    "round" INTEGER NOT NULL,
    "kind" TEXT NOT NULL,
    "key" TEXT NOT NULL,
    "data" JSON NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "investigation_entries_pkey" PRIMARY KEY ("investigation_id","seq")
);

-- CreateIndex
CREATE INDEX "investigations_project_id_created_at_id_idx" ON "investigations"("project_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "investigations_project_id_status_idx" ON "investigations"("project_id", "status");

-- CreateIndex
CREATE INDEX "investigations_project_id_subject_type_subject_ref_idx" ON "investigations"("project_id", "subject_type", "subject_ref");

-- CreateIndex
CREATE INDEX "investigations_expires_at_idx" ON "investigations"("expires_at");

-- CreateIndex
CREATE INDEX "investigation_entries_project_id_idx" ON "investigation_entries"("project_id");

-- CreateIndex
CREATE UNIQUE INDEX "investigation_entries_investigation_id_key_key" ON "investigation_entries"("investigation_id", "key");

-- AddForeignKey
ALTER TABLE "investigation_entries" ADD CONSTRAINT "investigation_entries_investigation_id_fkey" FOREIGN KEY ("investigation_id") REFERENCES "investigations"("id") ON DELETE CASCADE ON UPDATE CASCADE;
