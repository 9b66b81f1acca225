"""Names for characters who were given none. All are our own."""

NAMES = (
    "Aldith", "Barnaby", "Corva", "Dunstan", "Edda", "Ferrin", "Gisla", "Hob", "Isolde", "Jorun", "Kestrel", "Lambert",
    "Maud", "Nessa", "Osric", "Perrin", "Quill", "Rowan", "Sibley", "Tamsin", "Ulf", "Verity", "Wat", "Ysmay",
    "Anselm", "Bryony", "Cuthbert", "Dorrit", "Emrys", "Finch", "Godwin", "Hazel", "Ivo", "Juniper", "Kit", "Linnet",
)  # fmt: skip
