-- CreateTable
CREATE TABLE "domain_events" (
    "id" UUID NOT NULL,
    "project_id" UUID NOT NULL,
    "type" TEXT NOT NULL,
    "subject" TEXT NOT NULL,
    "occurred_at" TIMESTAMPTZ(3) NOT NULL,
    "data" JSON NOT NULL,

    CONSTRAINT "domain_events_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "issues" (
    "id" UUID NOT NULL,
    "project_id" UUID NOT NULL,
    "project_number" INTEGER NOT NULL,
    "state" TEXT NOT NULL,
    "version" BIGINT NOT NULL DEFAULT 1,
    "type" TEXT NOT NULL,
    "title" TEXT NOT NULL,
    "culprit" TEXT NOT NULL,
    "platform" TEXT NOT NULL,
    "level" TEXT NOT NULL,
    "first_seen" TIMESTAMPTZ(6) NOT NULL,
    "last_seen" TIMESTAMPTZ(6) NOT NULL,
    "first_release" TEXT NOT NULL DEFAULT '',
    "last_release" TEXT NOT NULL DEFAULT '',
    "is_regression" BOOLEAN NOT NULL DEFAULT false,
    "is_escalating" BOOLEAN NOT NULL DEFAULT false,
    "regressed_release" TEXT,
    "assignee_id" UUID,
    "resolution" JSON,
    "snooze" JSON,
    "forecast" JSON,
    "reason" TEXT NOT NULL,
    "changed_at" TIMESTAMPTZ(3) NOT NULL,
    "due_at" TIMESTAMPTZ(3),
    "merged_into" UUID,
    "merged_at" TIMESTAMPTZ(3),
    "merged_by" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "issues_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "issue_hashes" (
    "project_id" UUID NOT NULL,
    "hash" TEXT NOT NULL,
    "issue_id" UUID NOT NULL,
    "origin_issue_id" UUID NOT NULL,
    "assigned_by" TEXT NOT NULL,
    "grouping_version" INTEGER NOT NULL,
    "components" JSON NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "issue_hashes_pkey" PRIMARY KEY ("project_id","hash")
);

-- CreateTable
CREATE TABLE "error_variants" (
    "project_id" UUID NOT NULL,
    "variant" TEXT NOT NULL,
    "hash" TEXT NOT NULL,
    "issue_id" UUID NOT NULL,
    "platform" TEXT NOT NULL,
    "release" TEXT NOT NULL,
    "dist" TEXT NOT NULL,
    "sample_time_ns" BIGINT NOT NULL,
    "sample_id" TEXT NOT NULL,
    "symbolication" TEXT NOT NULL,
    "exceptions" JSON,
    "symbolicated_at" TIMESTAMPTZ(3),
    "first_seen" TIMESTAMPTZ(6) NOT NULL,
    "last_seen" TIMESTAMPTZ(6) NOT NULL,

    CONSTRAINT "error_variants_pkey" PRIMARY KEY ("project_id","variant")
);

-- CreateTable
CREATE TABLE "issue_places" (
    "issue_id" UUID NOT NULL,
    "environment" TEXT NOT NULL,
    "service" TEXT NOT NULL,
    "release" TEXT NOT NULL,
    "platform" TEXT NOT NULL,
    "mechanism" TEXT NOT NULL,
    "project_id" UUID NOT NULL,
    "first_seen" TIMESTAMPTZ(6) NOT NULL,
    "last_seen" TIMESTAMPTZ(6) NOT NULL,

    CONSTRAINT "issue_places_pkey" PRIMARY KEY ("issue_id","environment","service","release","platform","mechanism")
);

-- CreateTable
CREATE TABLE "releases" (
    "id" UUID NOT NULL,
    "project_id" UUID NOT NULL,
    "project_number" INTEGER NOT NULL,
    "release" TEXT NOT NULL,
    "author" TEXT NOT NULL DEFAULT '',
    "commit" TEXT NOT NULL DEFAULT '',
    "ref" TEXT NOT NULL DEFAULT '',
    "url" TEXT NOT NULL DEFAULT '',
    "deployed_at" TIMESTAMPTZ(3),
    "first_seen" TIMESTAMPTZ(6),
    "last_seen" TIMESTAMPTZ(6),
    "version" BIGINT NOT NULL DEFAULT 1,
    "created_by" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "releases_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "symbol_files" (
    "id" UUID NOT NULL,
    "project_id" UUID NOT NULL,
    "kind" TEXT NOT NULL,
    "release" TEXT NOT NULL,
    "dist" TEXT NOT NULL,
    "filename" TEXT NOT NULL,
    "debug_id" TEXT NOT NULL,
    "arch" TEXT NOT NULL DEFAULT '',
    "size" BIGINT NOT NULL,
    "sha256" TEXT NOT NULL,
    "object_key" TEXT NOT NULL,
    "details" JSON NOT NULL,
    "created_by" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "symbol_files_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "symbol_uploads" (
    "id" UUID NOT NULL,
    "project_id" UUID NOT NULL,
    "key" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "release" TEXT NOT NULL,
    "dist" TEXT NOT NULL,
    "filename" TEXT NOT NULL,
    "size" BIGINT,
    "received" BIGINT NOT NULL DEFAULT 0,
    "created_by" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "symbol_uploads_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "domain_events_type_id_idx" ON "domain_events"("type", "id");

-- CreateIndex
CREATE INDEX "domain_events_project_id_id_idx" ON "domain_events"("project_id", "id");

-- CreateIndex
CREATE INDEX "issues_project_id_merged_into_last_seen_id_idx" ON "issues"("project_id", "merged_into", "last_seen" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "issues_project_id_merged_into_state_last_seen_id_idx" ON "issues"("project_id", "merged_into", "state", "last_seen" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "issues_merged_into_idx" ON "issues"("merged_into");

-- CreateIndex
CREATE INDEX "issues_due_at_idx" ON "issues"("due_at");

-- CreateIndex
CREATE INDEX "issue_hashes_issue_id_idx" ON "issue_hashes"("issue_id");

-- CreateIndex
CREATE INDEX "issue_hashes_origin_issue_id_idx" ON "issue_hashes"("origin_issue_id");

-- CreateIndex
CREATE INDEX "error_variants_issue_id_idx" ON "error_variants"("issue_id");

-- CreateIndex
CREATE INDEX "error_variants_project_id_hash_idx" ON "error_variants"("project_id", "hash");

-- CreateIndex
CREATE INDEX "error_variants_project_id_symbolication_last_seen_idx" ON "error_variants"("project_id", "symbolication", "last_seen");

-- CreateIndex
CREATE INDEX "issue_places_project_id_release_idx" ON "issue_places"("project_id", "release");

-- CreateIndex
CREATE INDEX "releases_project_id_created_at_id_idx" ON "releases"("project_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE UNIQUE INDEX "releases_project_id_release_key" ON "releases"("project_id", "release");

-- CreateIndex
CREATE INDEX "symbol_files_project_id_debug_id_idx" ON "symbol_files"("project_id", "debug_id");

-- CreateIndex
CREATE INDEX "symbol_files_project_id_created_at_id_idx" ON "symbol_files"("project_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE UNIQUE INDEX "symbol_files_project_id_kind_release_dist_filename_debug_id_key" ON "symbol_files"("project_id", "kind", "release", "dist", "filename", "debug_id", "arch");

-- CreateIndex
CREATE INDEX "symbol_uploads_updated_at_idx" ON "symbol_uploads"("updated_at");

-- CreateIndex
CREATE UNIQUE INDEX "symbol_uploads_project_id_key_key" ON "symbol_uploads"("project_id", "key");
