-- CreateTable
CREATE TABLE "incidents" (
    "id" UUID NOT NULL,
    "project_id" UUID NOT NULL,
    "number" INTEGER NOT NULL,
    "title" TEXT NOT NULL,
    "description" TEXT NOT NULL DEFAULT '',
    "severity" INTEGER NOT NULL,
    "state" TEXT NOT NULL,
    "version" BIGINT NOT NULL DEFAULT 1,
    "last_seq" BIGINT NOT NULL DEFAULT 0,
    "reopen_count" INTEGER NOT NULL DEFAULT 0,
    "acknowledged_at" TIMESTAMPTZ(3),
    "acknowledged_by" TEXT,
    "resolved_at" TIMESTAMPTZ(3),
    "resolved_by" TEXT,
    "time_to_acknowledge_ms" BIGINT,
    "time_to_resolve_ms" BIGINT,
    "created_by" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,
    "deleted_at" TIMESTAMPTZ(3),

    CONSTRAINT "incidents_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "incident_links" (
    "id" UUID NOT NULL,
    "project_id" UUID NOT NULL,
    "incident_id" UUID NOT NULL,
    "type" TEXT NOT NULL,
    "ref" TEXT NOT NULL,
    "created_by" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "incident_links_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "incident_entries" (
    "incident_id" UUID NOT NULL,
    "seq" BIGINT NOT NULL,
    "id" UUID NOT NULL,
    "project_id" UUID NOT NULL,
    "kind" TEXT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "actor_type" TEXT NOT NULL,
    "actor_id" TEXT NOT NULL,
    "data" JSON NOT NULL,

    CONSTRAINT "incident_entries_pkey" PRIMARY KEY ("incident_id","seq")
);

-- CreateTable
CREATE TABLE "incident_counters" (
    "project_id" UUID NOT NULL,
    "last" INTEGER NOT NULL,

    CONSTRAINT "incident_counters_pkey" PRIMARY KEY ("project_id")
);

-- CreateIndex
CREATE INDEX "incidents_project_id_deleted_at_created_at_id_idx" ON "incidents"("project_id", "deleted_at", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE UNIQUE INDEX "incidents_project_id_number_key" ON "incidents"("project_id", "number");

-- CreateIndex
CREATE INDEX "incident_links_project_id_idx" ON "incident_links"("project_id");

-- CreateIndex
CREATE UNIQUE INDEX "incident_links_incident_id_type_ref_key" ON "incident_links"("incident_id", "type", "ref");

-- CreateIndex
CREATE UNIQUE INDEX "incident_entries_id_key" ON "incident_entries"("id");

-- CreateIndex
CREATE INDEX "incident_entries_project_id_idx" ON "incident_entries"("project_id");

-- AddForeignKey
ALTER TABLE "incident_links" ADD CONSTRAINT "incident_links_incident_id_fkey" FOREIGN KEY ("incident_id") REFERENCES "incidents"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
