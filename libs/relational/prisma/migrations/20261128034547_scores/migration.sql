-- CreateTable
CREATE TABLE "scores" (
    "id" UUID NOT NULL,
    "project_id" UUID NOT NULL,
    "run_id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "label" TEXT NOT NULL,
    "value" DOUBLE PRECISION,
    "comment" TEXT NOT NULL,
    "source" TEXT NOT NULL,
    "author" TEXT NOT NULL,
    "revision" INTEGER NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "scores_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "scores_expires_at_idx" ON "scores"("expires_at");

-- CreateIndex
CREATE UNIQUE INDEX "scores_project_id_run_id_name_source_author_revision_key" ON "scores"("project_id", "run_id", "name", "source", "author", "revision");
