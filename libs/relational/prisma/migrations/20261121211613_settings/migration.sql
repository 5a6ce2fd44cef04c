-- CreateTable
CREATE TABLE "config_entries" (
    "id" UUID NOT NULL,
    "project_id" UUID NOT NULL,
    "key" TEXT NOT NULL,
    "config_type" TEXT NOT NULL,
    "value" JSON,
    "sealed" TEXT,
    "version" BIGINT NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_by" TEXT NOT NULL,

    CONSTRAINT "config_entries_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "codehost_configs" (
    "project_id" UUID NOT NULL,
    "enabled" BOOLEAN NOT NULL,
    "repo" TEXT NOT NULL,
    "repo_root" TEXT NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_by" TEXT NOT NULL,

    CONSTRAINT "codehost_configs_pkey" PRIMARY KEY ("project_id")
);

-- CreateIndex
CREATE UNIQUE INDEX "config_entries_project_id_key_key" ON "config_entries"("project_id", "key");
