-- CreateTable
CREATE TABLE "silences" (
    "id" UUID NOT NULL,
    "project_id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "comment" TEXT NOT NULL DEFAULT '',
    "matchers" JSON NOT NULL,
    "starts_at" TIMESTAMPTZ(3) NOT NULL,
    "ends_at" TIMESTAMPTZ(3) NOT NULL,
    "created_by" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "silences_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "silences_project_id_ends_at_idx" ON "silences"("project_id", "ends_at");
