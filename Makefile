# The front door. Each target is one call of a tool; `make help` lists them.
#
# Knobs, as in `make run N=2^20 BLOCK=128`:
#   N= BLOCK= INPUT= DATA= SEED= REPEAT= DEVICE= BACKEND=simt|cuda CSV=file ONLY=part

BLOCK ?= 256
export N BLOCK INPUT DATA SEED REPEAT DEVICE BACKEND CSV ONLY NO_INSTALL FORCE

.DEFAULT_GOAL := help
.PHONY: readme run check diff-table bench-simt build cuda-compile clean help exercise watch

run check diff-table bench-simt readme build cuda-compile clean:
	@sh tools/front.sh $@

step-%:
	@sh tools/front.sh step $*

diff-%:
	@sh tools/front.sh diff $*

exercise:
	@sh tools/exercise.sh list

watch:
	@sh tools/exercise.sh watch

exercise-%:
	@sh tools/exercise.sh check $*

hint-%:
	@sh tools/exercise.sh hint $*

solution-%:
	@sh tools/exercise.sh solution $*

reset-%:
	@sh tools/exercise.sh reset $*

help:
	@cat tools/help.txt
