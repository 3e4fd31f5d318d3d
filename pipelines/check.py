"""The first stage: are params.yaml's settings possible, and as conf/ has them now?"""

from pipelines.params import check_fresh, read_params
from pipelines.stage import folder_of, one_sentence
from src.files.whole import whole_file


def main() -> None:
    chosen = read_params()
    check_fresh(chosen)
    folder = folder_of(chosen)
    folder.mkdir(parents=True, exist_ok=True)
    with whole_file(folder / "settings.ok") as file:
        file.write(b"possible, and as conf/ has them\n")


if __name__ == "__main__":
    with one_sentence():
        main()
