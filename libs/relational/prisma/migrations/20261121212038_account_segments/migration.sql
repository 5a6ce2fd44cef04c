-- CreateTable
CREATE TABLE "account_segments" (
    "id" UUID NOT NULL,
    "project_id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "group_type" TEXT NOT NULL,
    "filters" JSON NOT NULL,
    "version" BIGINT NOT NULL DEFAULT 1,
    "created_by" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "account_segments_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "account_segments_project_id_created_at_id_idx" ON "account_segments"("project_id", "created_at" DESC, "id" DESC);
